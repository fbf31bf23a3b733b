// M4: output from the panel's server to the last line on the screen of its terminal, beside a bare xterm of the same
// size in the same browser with all bytes in memory. The panel draws only what its terminal can hold, up to 4 MB: the
// last lines of the 10 MB, and all of the 4 MB.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { buildBareTerminal } from '../floors/floor-pages.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome } from '../lab/pi-home.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SIZES = [10_000_000, 4_000_000];
const LONG_FRAME_MS = 50;
const GUARD_MS = 60_000;

/** Measured inside a page. */
interface Painted {
  /** The time from the start to the frame that shows the last line, in ms. */
  ms: number;
  /** Between two frames, in ms. */
  frames: number[];
}

/** The measurements of one size of output, on both sides. */
interface Sides {
  bytes: number;
  /** Bytes of it that the panel's terminal drew. */
  drawn: number;
  product: Painted[];
  floor: Painted[];
}

export const terminalPaint: Metric = {
  id: 'M4',
  title: '10 MB on the screen of the terminal',
  async measure(lab) {
    const browser = await launchBrowser(lab);
    const home = await makeScriptedPiHome(lab);
    const { folders, model } = home;
    const panel = await BenchPanel.open(lab, folders, { withDemo: false });
    const script = await buildBareTerminal(lab, ROOT);
    let bare: Page | undefined;
    const page = await (await browser.newContext()).newPage();
    await openComposer(page, panel.url.href);
    const sides: Sides[] = SIZES.map((bytes) => ({ bytes, drawn: 0, product: [], floor: [] }));
    // The first repetition is a warm-up.
    for (let repetition = 0; repetition <= lab.repetitions; repetition++) {
      lab.report(repetition === 0 ? 'M4 warming up' : `M4 ${repetition} of ${lab.repetitions}`);
      for (const side of sides) {
        const { bytes } = side;
        const go = `go-${bytes}-${repetition}`;
        model.queue([
          { steps: [{ tool: 'bash', args: { command: commandOf(bytes, go) } }] },
          { steps: [{ text: 'Done.' }] },
        ]);
        await page.bringToFront();
        const { from, painted } = await paintedByPanel(page, bytes, () =>
          writeFile(join(folders.workspace, go), ''),
        );
        // The same page every time: a new one would need its own warm-up.
        bare ??= await openBareTerminal(page, script);
        await bare.bringToFront();
        const button = bare.getByRole('button', { name: `${bytes}` });
        // The pointer rests on both pages: the browser tests what is below it in every frame.
        await button.hover();
        const ofXterm = await button.evaluate(paint, { last: lastOf(bytes) });
        if (repetition === 0) continue;
        side.drawn = bytes - from;
        side.product.push(painted);
        side.floor.push(ofXterm);
      }
    }
    const chromium = browser.version();
    await Promise.all([browser.close(), panel.close(), model.close()]);
    return sides.flatMap((side) => figures(side, chromium));
  },
};

/** The number of the last line, as `stamped-output.mjs` writes it. */
function lastOf(bytes: number): string {
  return String(bytes / 100 - 1).padStart(8, '0');
}

/** Prints nothing until the file `go` exists. */
function commandOf(bytes: number, go: string): string {
  const program = fileURLToPath(new URL('../floors/stamped-output.mjs', import.meta.url));
  return `while [ ! -e ${go} ]; do sleep 0.05; done; "${process.execPath}" "${program}" ${bytes} 0`;
}

/**
 * The terminal is hidden while the program writes and shown when it has ended: all bytes are on the server by then, and
 * neither the program nor pi is measured.
 */
async function paintedByPanel(
  page: Page,
  bytes: number,
  go: () => Promise<void>,
): Promise<{ from: number; painted: Painted }> {
  const status = page.getByRole('status', { name: 'Agent status' }).first();
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  const screen = page.getByRole('region', { name: 'Terminal' }).locator('.xterm-rows');
  const toggle = page.getByRole('button', { name: 'Terminal', exact: true });
  await message.fill('Run it.');
  await message.press('Enter');
  await status.filter({ hasText: 'running' }).waitFor();
  if ((await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click();
  await page.getByRole('tab', { name: /running/ }).waitFor();
  await screen.waitFor();
  await toggle.click();
  await screen.waitFor({ state: 'hidden' });
  await go();
  await status.filter({ hasText: 'idle' }).waitFor({ timeout: GUARD_MS });
  const asked = page.waitForRequest(/\/output\?.*follow=1/);
  const painted = await toggle.evaluate(paint, { last: lastOf(bytes) });
  return { from: Number(new URL((await asked).url()).searchParams.get('from')), painted };
}

/** Opens a page whose terminal is as large as the panel's. */
async function openBareTerminal(panelPage: Page, script: string): Promise<Page> {
  const box = await panelPage.locator('.xterm').evaluate((terminal) => {
    const { clientWidth: width, clientHeight: height } = terminal.parentElement!;
    return { width, height };
  });
  const page = await panelPage.context().newPage();
  await page.setContent(
    `<style>#host{width:${box.width}px;height:${box.height}px}</style><div id="host"></div>${SIZES.map((bytes) => `<button>${bytes}</button>`).join('')}`,
  );
  await page.addScriptTag({ path: script });
  return page;
}

/** Runs in the page: presses the button and checks every frame until the last line is there. */
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

function figures({ bytes, drawn, product, floor }: Sides, chromium: string): Figure[] {
  const name = 'xterm, bytes in memory';
  const longest = ({ frames }: Painted): number => Math.max(...frames);
  const longOnes = (runs: Painted[]): number[] =>
    runs.map(({ frames }) => frames.filter((ms) => ms > LONG_FRAME_MS).length);
  return [
    {
      name: `${bytes / 1e6} MB, until the last line is painted`,
      unit: 'ms',
      product: product.map(({ ms }) => ms),
      floor: { name, values: floor.map(({ ms }) => ms) },
      ...(bytes === SIZES[0] && { target: { ratio: 1.2 } }),
      note: `the panel draws ${(drawn / 1e6).toFixed(1)} MB of it, xterm alone all; shown once it was on the server, in Chromium ${chromium}`,
    },
    {
      name: `${bytes / 1e6} MB, longest frame`,
      unit: 'ms',
      product: product.map(longest),
      floor: { name, values: floor.map(longest) },
      note: `frames over ${LONG_FRAME_MS} ms: ${longOnes(product).join(', ')}; with xterm alone ${longOnes(floor).join(', ')}`,
    },
  ];
}
