// M19: the shell of the user in the page: how soon a typed key is on the screen beside a bare pseudoterminal, 10 MB of
// output beside a bare xterm that has all bytes in memory, how busy the page is while ten shells write, and what a shell
// costs while it does nothing.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createParser } from 'eventsource-parser';
import type { CDPSession, Page } from 'playwright';
import { openPty } from '../../../server/shells/pty.ts';
import { shellEnvironment } from '../../../server/shells/shell-program.ts';
import type { ShellOutput, ShellRow } from '../../../shared/shells.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import { percentile } from '../figures/statistics.ts';
import { buildBareTerminal } from '../floors/floor-pages.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome } from '../lab/pi-home.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FRAME_MS = 1000 / 60;
const KEYS = 'abcdefghijklmnopqrstuvwxyz'.repeat(3);
const BYTES = 10_000_000;
const LINE = 100;
const SHELLS = 10;
const WATCHED_MS = 10_000;

interface Echo {
  p50: number;
  p99: number;
}

export const shell: Metric = {
  id: 'M19',
  title: 'a shell of the user',
  async measure(lab) {
    const { folders, model } = await makeScriptedPiHome(lab);
    const lines = Array.from(
      { length: BYTES / LINE },
      (_, n) => `${String(n).padStart(8, '0')} ${'.'.repeat(LINE - 10)}\n`,
    );
    await writeFile(join(folders.workspace, 'ten-megabytes.txt'), lines.join(''));
    // The shell has no start files of its own, on any machine.
    const env = { SHELL: '/bin/sh', PS1: '$ ' };
    const panel = await BenchPanel.open(lab, folders, { withDemo: false, env });
    const browser = await launchBrowser(lab);
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await openComposer(page, panel.url.href);
    lab.report('M19: idle');
    const idle = await measureIdle(panel, page);
    lab.report('M19: echo');
    const echo = await measureEcho(lab, page);
    lab.report('M19: 10 MB');
    const painted = await measurePaint(lab, page);
    lab.report('M19: ten shells');
    const busy = await measureBusy(lab, panel, page);
    await Promise.all([browser.close(), panel.close(), model.close()]);
    return [...echo, ...painted, ...busy, ...idle];
  },
};

/** Opens five shells. They are closed again, except the one that the page shows. */
async function measureIdle(panel: BenchPanel, page: Page): Promise<Figure[]> {
  await page.getByRole('button', { name: 'Shell', exact: true }).click();
  await page.getByRole('textbox', { name: 'Input of the shell' }).waitFor();
  const before = await residentBytes(panel.pid);
  const rows: ShellRow[] = [];
  for (let n = 0; n < 5; n += 1) rows.push(await openShell(panel));
  let requests = 0;
  page.on('request', (request) => (requests += request.url().includes('/api/shells') ? 1 : 0));
  await page.waitForTimeout(WATCHED_MS);
  const [sent, bytes] = [requests, (await residentBytes(panel.pid)) - before];
  for (const { id } of rows) await panel.fetch(`shells/${id}`, { method: 'DELETE' });
  return [
    {
      name: 'memory of the panel for each idle shell',
      unit: 'bytes',
      product: [Math.max(0, bytes / rows.length)],
      floor: { name: 'none', values: [0] },
      note: `resident; the aim is 6 MB. Requests of the page for shells in ${WATCHED_MS / 1000} s: ${sent}`,
    },
  ];
}

async function measureEcho(lab: Lab, page: Page): Promise<Figure[]> {
  const product: Echo[] = [];
  const floor: Echo[] = [];
  const input = page.getByRole('textbox', { name: 'Input of the shell' });
  await input.focus();
  await page.keyboard.type('cat\n');
  await page.evaluate(watchEcho);
  await lab.takeTurns(
    'M19 echo',
    async () => void floor.push(await echoOfPty()),
    async () => {
      const times: number[] = [];
      for (const key of KEYS) {
        await page.keyboard.press(key);
        times.push(await takeEcho(page));
      }
      await page.keyboard.press('Enter');
      await takeEcho(page);
      product.push(summarize(times));
    },
  );
  await page.keyboard.press('Control+d');
  const name = (frames: number): string =>
    `a bare pseudoterminal, and ${frames} frame${frames > 1 ? 's' : ''}`;
  return [
    {
      name: 'a key on the screen, p50',
      unit: 'ms',
      product: product.map(({ p50 }) => p50),
      floor: { name: name(1), values: floor.map(({ p50 }) => p50 + FRAME_MS) },
      target: { ratio: 1 },
    },
    {
      name: 'a key on the screen, p99',
      unit: 'ms',
      product: product.map(({ p99 }) => p99),
      floor: { name: name(2), values: floor.map(({ p99 }) => p99 + 2 * FRAME_MS) },
      target: { ratio: 1 },
    },
  ];
}

/** The times that the functions in the page have measured, in ms. */
interface Watched {
  echoes: number[];
  shown: Promise<number>;
}

/** Resolves to the time of the last key, once its echo is on the screen. */
async function takeEcho(page: Page): Promise<number> {
  await page.waitForFunction(() => (globalThis as unknown as Watched).echoes.length > 0);
  const [time] = await page.evaluate(() => (globalThis as unknown as Watched).echoes.splice(0));
  return time!;
}

/** Runs in the page: notes the time from each key to the next change of the screen. */
function watchEcho(): void {
  const watched = globalThis as unknown as Watched;
  watched.echoes = [];
  let pressedAt: number | null = null;
  document.addEventListener('keydown', () => (pressedAt = performance.now()), { capture: true });
  new MutationObserver(() => {
    if (pressedAt !== null) watched.echoes.push(performance.now() - pressedAt);
    pressedAt = null;
  }).observe(document.querySelector('.xterm-rows')!, { subtree: true, childList: true, characterData: true });
}

async function echoOfPty(): Promise<Echo> {
  const pty = await openPty('/bin/cat', [], { cols: 80, rows: 24, env: shellEnvironment(process.env) });
  const times: number[] = [];
  for (const key of KEYS) {
    const pressedAt = performance.now();
    const echoed = new Promise<void>((resolve) => {
      const listening = pty.onData(() => resolve());
      void listening;
    });
    pty.write(key);
    await echoed;
    times.push(performance.now() - pressedAt);
  }
  pty.kill();
  return summarize(times);
}

const summarize = (times: readonly number[]): Echo => ({
  p50: percentile(times, 50),
  p99: percentile(times, 99),
});

async function measurePaint(lab: Lab, page: Page): Promise<Figure[]> {
  const box = await page.locator('.xterm').evaluate((terminal) => {
    const { clientWidth: width, clientHeight: height } = terminal.parentElement!;
    return { width, height };
  });
  const bare = await page.context().newPage();
  await bare.setContent(
    `<style>#host{width:${box.width}px;height:${box.height}px}</style><div id="host"></div><button>${BYTES}</button>`,
  );
  await bare.addScriptTag({ path: await buildBareTerminal(lab, ROOT) });
  const [product, floor]: number[][] = [[], []];
  const last = String(BYTES / LINE - 1).padStart(8, '0');
  await lab.takeTurns(
    'M19 10 MB',
    async () => {
      await bare.bringToFront();
      await bare.evaluate(watchFor, last);
      await bare.getByRole('button').click();
      floor!.push(await bare.evaluate(shownAfter));
    },
    async () => {
      await page.bringToFront();
      await page.getByRole('textbox', { name: 'Input of the shell' }).focus();
      await page.keyboard.type('clear\n');
      await waitForScreen(page, String.raw`^\$\s*$`);
      await page.keyboard.type('cat ten-megabytes.txt');
      await waitForScreen(page, String.raw`^\$\scat\sten-megabytes\.txt\s*$`);
      await page.evaluate(watchFor, last);
      await page.keyboard.press('Enter');
      product!.push(await page.evaluate(shownAfter));
    },
  );
  await bare.close();
  return [
    {
      name: '10 MB, until the last line is painted',
      unit: 'ms',
      product: product!,
      floor: { name: 'xterm, bytes in memory', values: floor! },
      target: { ratio: 1.2 },
      note: 'from the key that starts the program; a page that falls behind is sent the screen instead of all bytes',
    },
  ];
}

/** Resolves once the whole screen matches. */
async function waitForScreen(page: Page, pattern: string): Promise<void> {
  await page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector('.xterm-rows')?.textContent ?? ''),
    pattern,
  );
}

/** Runs in the page: measures the time until a frame shows this text, from the next click or key on. */
function watchFor(text: string): void {
  (globalThis as unknown as Watched).shown = new Promise((resolve, reject) => {
    const rows = (): string => document.querySelector('.xterm-rows')?.textContent ?? '';
    setTimeout(() => reject(new Error(`${text} is not shown: ${rows().slice(0, 1000)}`)), 60_000);
    const begin = (): void => {
      const startedAt = performance.now();
      const look = (): void => {
        if (rows().includes(text)) resolve(performance.now() - startedAt);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(() => requestAnimationFrame(look));
    };
    for (const event of ['keydown', 'click'])
      document.addEventListener(event, begin, { capture: true, once: true });
  });
}

/** Runs in the page. */
function shownAfter(): Promise<number> {
  return (globalThis as unknown as Watched).shown;
}

/** The share of the time in which the main thread of the page is busy while ten shells write 1 MB/s each. */
async function measureBusy(lab: Lab, panel: BenchPanel, page: Page): Promise<Figure[]> {
  const program = fileURLToPath(new URL('../floors/stamped-output.mjs', import.meta.url));
  const seconds = (WATCHED_MS / 1000 + 5) * lab.repetitions;
  const silent = new Set<string>();
  for (let n = 0; n < SHELLS; n += 1) {
    const { id } = await openShell(panel);
    silent.add(id);
    const command = `"${process.execPath}" "${program}" ${seconds * 1_000_000} 1000000\n`;
    await panel.fetch(`shells/${id}/input`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: command,
    });
  }
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  await hearAll(panel, silent);
  const busy: number[] = [];
  for (let repetition = 0; repetition < lab.repetitions; repetition += 1) {
    const [before, startedAt] = [await taskSeconds(client), performance.now()];
    await page.waitForTimeout(WATCHED_MS);
    busy.push((100 * ((await taskSeconds(client)) - before)) / ((performance.now() - startedAt) / 1000));
  }
  return [
    {
      name: 'main thread of a page, ten shells of 1 MB/s each',
      unit: '%',
      product: busy,
      floor: { name: 'the time', values: busy.map(() => 100) },
      note: 'CPU time; the aim is 25 %',
    },
  ];
}

/** Resolves once each of these shells has printed what its program writes in a tenth of a second. */
async function hearAll(panel: BenchPanel, silent: Set<string>): Promise<void> {
  const following = new AbortController();
  const response = await panel.fetch('shells/events', { signal: following.signal });
  const printed = new Map<string, number>();
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event !== 'output') return;
      const { id, bytes } = JSON.parse(data) as ShellOutput;
      printed.set(id, (printed.get(id) ?? 0) + bytes.length);
      if (printed.get(id)! > 100_000) silent.delete(id);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (silent.size === 0) break;
  }
  following.abort();
}

async function openShell(panel: BenchPanel): Promise<ShellRow> {
  const response = await panel.post('shells', { workspace: panel.workspace, cols: 80, rows: 24 });
  return (await response.json()) as ShellRow;
}

async function taskSeconds(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Linux. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1]) * 1024;
}
