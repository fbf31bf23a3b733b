// M4: 10 MB of output from the panel's server to the last line on the screen of its terminal, beside a bare xterm
// of the same size in the same browser that has the bytes in memory.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { buildBareTerminal } from './bare-terminal.ts';
import { launchBrowser, openComposer } from './composer-page.ts';
import type { Figure, Metric } from './figure.ts';
import { startPanel } from './panel.ts';
import { makeScriptedPiHome } from './pi-home.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BYTES = 10_000_000;
/** The number of the last line, as `stamped-output.mjs` writes it. */
const LAST = String(BYTES / 100 - 1).padStart(8, '0');
const LONG_FRAME_MS = 50;
const GUARD_MS = 60_000;

/** What a page measures of itself. */
interface Painted {
  /** From the start to the frame in which the last line stands there, in ms. */
  ms: number;
  /** Between two frames, in ms. */
  frames: number[];
}

export const terminalPaint: Metric = {
  id: 'M4',
  title: '10 MB on the screen of the terminal',
  async measure(lab) {
    const browser = await launchBrowser(lab);
    const home = await makeScriptedPiHome(lab);
    const { env, workspace: cwd, model } = home;
    const panel = await startPanel(lab, { args: ['--workspace', cwd], cwd, env });
    const script = await buildBareTerminal(lab, ROOT);
    let bare: Page | undefined;
    const page = await (await browser.newContext()).newPage();
    await openComposer(page, panel.url);
    const product: Painted[] = [];
    const floor: Painted[] = [];
    // The first is for warming up.
    for (let repetition = 0; repetition <= lab.repetitions; repetition++) {
      lab.say(repetition === 0 ? 'M4 warming up' : `M4 ${repetition} of ${lab.repetitions}`);
      const go = `go${repetition}`;
      model.queue([
        { steps: [{ tool: 'bash', args: { command: commandOf(go) } }] },
        { steps: [{ text: 'Done.' }] },
      ]);
      await page.bringToFront();
      const ofPanel = await paintedByPanel(page, () => writeFile(join(cwd, go), ''));
      // The same page every time: a new one would have to warm up as the panel's did.
      bare ??= await openBareTerminal(page, script);
      await bare.bringToFront();
      const ofXterm = await bare.getByRole('button').evaluate(paint, { last: LAST });
      if (repetition === 0) continue;
      product.push(ofPanel);
      floor.push(ofXterm);
    }
    const chromium = browser.version();
    await Promise.all([browser.close(), panel.close(), model.close()]);
    return figures({ product, floor, chromium });
  },
};

/** Prints nothing until the file is there. */
function commandOf(go: string): string {
  const program = fileURLToPath(new URL('stamped-output.mjs', import.meta.url));
  return `while [ ! -e ${go} ]; do sleep 0.05; done; "${process.execPath}" "${program}" ${BYTES} 0`;
}

/**
 * The terminal is folded away while the program writes and unfolded when it is over: then all of the bytes are at
 * the server, and neither the program nor pi is measured.
 */
async function paintedByPanel(page: Page, go: () => Promise<void>): Promise<Painted> {
  const status = page.getByRole('status', { name: 'Agent status' }).first();
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  const screen = page.getByRole('region', { name: 'Terminal' }).locator('.xterm-rows');
  const toggle = page.getByRole('button', { name: 'Terminal', exact: true });
  await message.fill('Run it.');
  await message.press('Enter');
  await status.filter({ hasText: 'running' }).waitFor();
  await page.getByRole('tab', { name: /running/ }).waitFor();
  await screen.waitFor();
  await toggle.click();
  await screen.waitFor({ state: 'hidden' });
  await go();
  await status.filter({ hasText: 'idle' }).waitFor({ timeout: GUARD_MS });
  const asked = page.waitForRequest(/\/output\?/);
  const painted = await toggle.evaluate(paint, { last: LAST });
  const from = new URL((await asked).url()).searchParams.get('from');
  if (from !== '0') throw new Error(`The page had read the output already, to byte ${from}.`);
  return painted;
}

/** A page of its own, in which the terminal has the room that the panel's has. */
async function openBareTerminal(panelPage: Page, script: string): Promise<Page> {
  const box = await panelPage.locator('.xterm').evaluate((terminal) => {
    const { clientWidth: width, clientHeight: height } = terminal.parentElement!;
    return { width, height };
  });
  const page = await panelPage.context().newPage();
  await page.setContent(
    `<style>#host{width:${box.width}px;height:${box.height}px}</style><div id="host"></div><button>Go</button>`,
  );
  await page.addScriptTag({ path: script });
  return page;
}

/** Runs in the page: presses the button and looks at every frame until the last line is there. */
function paint(button: HTMLElement | SVGElement, { last }: { last: string }): Promise<Painted> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    const startedAt = performance.now();
    let before = startedAt;
    const look = (): void => {
      const now = performance.now();
      frames.push(now - before);
      before = now;
      const rows = document.querySelector('.xterm-rows');
      if (rows?.textContent?.includes(last)) resolve({ ms: now - startedAt, frames });
      else requestAnimationFrame(look);
    };
    (button as HTMLElement).click();
    requestAnimationFrame(look);
  });
}

interface Sides {
  product: Painted[];
  floor: Painted[];
  chromium: string;
}

function figures({ product, floor, chromium }: Sides): Figure[] {
  const name = 'xterm, bytes in memory';
  const longest = ({ frames }: Painted): number => Math.max(...frames);
  const longOnes = (runs: Painted[]): number[] =>
    runs.map(({ frames }) => frames.filter((ms) => ms > LONG_FRAME_MS).length);
  return [
    {
      name: 'until the last line is painted',
      unit: 'ms',
      product: product.map(({ ms }) => ms),
      floor: { name, values: floor.map(({ ms }) => ms) },
      target: { ratio: 1.2 },
      note: `unfolded when all of it was at the server, in Chromium ${chromium}`,
    },
    {
      name: 'longest frame',
      unit: 'ms',
      product: product.map(longest),
      floor: { name, values: floor.map(longest) },
      note: `frames over ${LONG_FRAME_MS} ms: ${longOnes(product).join(', ')}; of xterm alone ${longOnes(floor).join(', ')}`,
    },
  ];
}
