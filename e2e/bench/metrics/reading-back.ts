// M7: a conversation of 12,000 rows read from its end to its start and back: DOM nodes, CPU time of the page's main
// thread and memory, beside a conversation of 300 rows that is read in the same way. BENCH_ROWS sets another number.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { sessionFolderName } from '../../../server/sessions/agent-dir.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import type { Lab } from '../lab/lab.ts';
import { writeLongSession } from '../lab/long-session.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome } from '../lab/pi-home.ts';
import { readOn } from '../lab/read-back.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 12_000);
const FEW_ROWS = 300;
/** How far one turn of the wheel scrolls. With one every second frame, this is a fast reader. */
const STEP_PX = 1900;
const SESSIONS = {
  many: 'f0f0f0f0-0000-4000-8000-000000000012',
  few: 'f0f0f0f0-0000-4000-8000-000000000003',
};

interface Way {
  nodes: number;
  frames: number;
  jumps: number;
  /** CPU time of the main thread in ms, including the cost of measuring. */
  cpuMs: number;
  /** The heap after a garbage collection, once the reader has arrived. */
  heapBytes: number;
}

export const readingBack: Metric = {
  id: 'M7',
  title: `${ROWS.toLocaleString('en')} rows read from end to start and back`,
  async measure(lab) {
    const { folders, model } = await makeScriptedPiHome(lab);
    const folder = join(folders.agentDir, 'sessions', sessionFolderName(folders.workspace));
    await mkdir(folder, { recursive: true });
    const cwd = folders.workspace;
    for (const [id, messages] of [
      [SESSIONS.many, ROWS],
      [SESSIONS.few, FEW_ROWS],
    ] as const)
      await writeLongSession(join(folder, `${id}.jsonl`), { id, cwd, messages });
    const panel = await BenchPanel.open(lab, folders, { withDemo: false });
    const browser = await launchBrowser(lab);
    const few: Way[] = [];
    const many: Way[] = [];
    const readBoth = async (session: string, ways: Way[]): Promise<void> => {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
      await openComposer(page, panel.url.href);
      await panel.send({ type: 'switch_session', session });
      ways.push(...(await readThereAndBack(page, lab)));
      await page.context().close();
    };
    // This is measured once, because counts do not vary, and reading takes minutes.
    await readBoth(SESSIONS.few, few);
    await readBoth(SESSIONS.many, many);
    await Promise.all([browser.close(), panel.close(), model.close()]);
    return figures(few, many);
  },
};

async function readThereAndBack(page: Page, lab: Lab): Promise<Way[]> {
  const log = page.getByRole('log', { name: 'Conversation' });
  await log.getByRole('article', { name: /^You/ }).last().waitFor();
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const ways: Way[] = [];
  for (const direction of [-1, 1] as const) {
    lab.report(`M7: reading ${direction === -1 ? 'up' : 'down'}`);
    const before = await metric(client, 'TaskDuration');
    const { nodes, frames, jumps } = await readOn(log, direction, { step: STEP_PX, countEvery: 25 });
    const cpuMs = 1000 * ((await metric(client, 'TaskDuration')) - before);
    await client.send('HeapProfiler.collectGarbage');
    const heapBytes = await metric(client, 'JSHeapUsedSize');
    ways.push({ nodes, frames, jumps: jumps.length, cpuMs, heapBytes });
    const start = direction === -1 ? log.getByText('Prompt 0:') : log.getByRole('article').last();
    if ((await start.count()) === 0)
      throw new Error('The reader did not reach the other end of the conversation.');
  }
  return ways;
}

async function metric(client: CDPSession, name: string): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
}

function figures(few: readonly Way[], many: readonly Way[]): Figure[] {
  const floor = (value: (way: Way) => number): Figure['floor'] => ({
    name: `${FEW_ROWS} rows`,
    values: few.map(value),
  });
  const values = (value: (way: Way) => number): Pick<Figure, 'product' | 'floor'> => ({
    product: many.map(value),
    floor: floor(value),
  });
  const frames = many.reduce((sum, way) => sum + way.frames, 0);
  return [
    {
      name: 'DOM nodes, at most',
      unit: 'nodes',
      ...values(({ nodes }) => nodes),
      target: { most: 30_000 },
      note: `up and down, ${frames} frames, ${STEP_PX} px every second frame`,
    },
    { name: 'jumps over 1 px', unit: 'frames', ...values(({ jumps }) => jumps), target: { most: 0 } },
    {
      name: 'CPU time a frame',
      unit: 'ms',
      ...values(({ cpuMs, frames }) => cpuMs / frames),
      note: 'of the main thread, with the measuring itself; the aim is 8 ms',
    },
    {
      name: 'memory of the page',
      unit: 'bytes',
      ...values(({ heapBytes }) => heapBytes),
      target: { most: 120e6 },
      note: 'JavaScript, after a collection, at either end of the way',
    },
  ];
}
