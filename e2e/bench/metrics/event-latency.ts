// M1: the latency that the panel adds to an event, from the write in pi to the read in a client, which replaces the
// browser.
import type { Frame } from '../../panel/event-frames.ts';
import type { DirectPi } from '../floors/direct-pi.ts';
import type { EventClient } from '../lab/event-client.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import type { Lab } from '../lab/lab.ts';
import { FRAME_MS, framesOf, type Arrival } from '../floors/merged-arrivals.ts';
import type { BenchPanel } from '../lab/panel.ts';
import { startStampingSides, type StampingSides } from '../floors/stamping-sides.ts';
import { percentile } from '../figures/statistics.ts';

interface Load {
  /** Events a second. */
  rate: number;
  count: number;
  /** How many events are not counted at first, because nothing is warm yet. */
  skip: number;
}

/** One rate is slower than the panel's frames, so that each delta is sent alone; the other is that of a fast model. */
const LONE: Load = { rate: 30, count: 45, skip: 5 };
const DENSE: Load = { rate: 500, count: 800, skip: 100 };

export const eventLatency: Metric = {
  id: 'M1',
  title: 'event latency',
  async measure(lab) {
    const sides = await startStampingSides(lab);
    const lone = await measureBoth(lab, LONE, sides);
    const dense = await measureBoth(lab, DENSE, sides);
    await sides.close();
    return [...loneFigures(lone), ...denseFigures(dense)];
  },
};

interface Runs {
  pipe: Arrival[][];
  product: Arrival[][];
}

async function measureBoth(lab: Lab, load: Load, { direct, panel, client }: StampingSides): Promise<Runs> {
  const runs: Runs = { pipe: [], product: [] };
  await lab.takeTurns(
    `M1 ${load.rate} events/s`,
    async () => void runs.pipe.push(await throughPipe(direct, load)),
    async () => void runs.product.push(await throughPanel(panel, client, load)),
  );
  return runs;
}

async function throughPipe(direct: DirectPi, load: Load): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  direct.onLine = (line, at) => {
    const stamp = /"delta":"(\d+) "/.exec(line.toString('latin1'))?.[1];
    if (stamp) arrivals.push({ stamp: Number(stamp), at });
  };
  const settled = direct.next('"type":"agent_settled"');
  await direct.ask({ type: 'prompt', message: `${load.rate} ${load.count}` });
  await settled;
  return checkCount(arrivals, load);
}

async function throughPanel(panel: BenchPanel, client: EventClient, load: Load): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  client.onFrame = (frame, at) => void arrivals.push(...stampsIn(frame, at));
  const settled = client.whenSettled();
  await panel.send({ type: 'prompt', message: `${load.rate} ${load.count}` });
  await settled;
  return checkCount(arrivals, load);
}

/** Returns the arrivals in a frame, which contains every delta that was merged into it. */
function stampsIn(frame: Frame, at: number): Arrival[] {
  if (frame.kind !== 'message' || frame.data.type !== 'message_update') return [];
  const { assistantMessageEvent: update } = frame.data;
  if (!('delta' in update)) return [];
  return update.delta.split(' ').flatMap((stamp) => (stamp ? [{ stamp: Number(stamp), at }] : []));
}

function checkCount(arrivals: Arrival[], { count, skip }: Load): Arrival[] {
  if (arrivals.length !== count) throw new Error(`${arrivals.length} of ${count} events arrived.`);
  return arrivals.slice(skip);
}

function loneFigures({ pipe, product }: Runs): Figure[] {
  return [50, 99].map((percent) => ({
    name: `${LONE.rate}/s, p${percent}`,
    unit: 'ms',
    product: product.map((run) => latency(run, percent)),
    floor: { name: 'bare pipe', values: pipe.map((run) => latency(run, percent)) },
    target: { ratio: 4 },
    ...(percent === 50 && { note: 'every delta is sent alone, at once' }),
  }));
}

function denseFigures({ pipe, product }: Runs): Figure[] {
  const whole = [50, 99].map((percent): Figure => ({
    name: `${DENSE.rate}/s, p${percent}`,
    unit: 'ms',
    product: product.map((run) => latency(run, percent)),
    floor: { name: 'bare pipe', values: pipe.map((run) => latency(run, percent)) },
    ...(percent === 50 && { note: `deltas wait for a frame, up to ${FRAME_MS} ms by design` }),
  }));
  const merged = [50, 99].map((percent): Figure => ({
    name: `${DENSE.rate}/s, p${percent}, beside frames`,
    unit: 'ms',
    product: product.map((run) => latency(run, percent)),
    floor: {
      name: `pipe + ${FRAME_MS} ms frames`,
      values: pipe.map((run) => latency(framesOf(run).flat(), percent)),
    },
    target: { ratio: 1.3 },
    ...(percent === 50 && { note: 'the same, beside a pipe with ideal frames' }),
  }));
  const first: Figure = {
    name: `${DENSE.rate}/s, first of a frame, p50`,
    unit: 'ms',
    product: product.map((run) => latency(firstOfEach(run), 50)),
    floor: {
      name: `pipe + ${FRAME_MS} ms frames`,
      values: pipe.map((run) =>
        latency(
          framesOf(run).flatMap((frame) => frame.slice(0, 1)),
          50,
        ),
      ),
    },
    target: { ratio: 1.3 },
    note: 'the delta that waits longest',
  };
  return [...whole, ...merged, first];
}

/** Deltas that arrive in one chunk form one frame. */
function firstOfEach(run: readonly Arrival[]): Arrival[] {
  return run.filter(({ at }, index) => run[index - 1]?.at !== at);
}

/** In ms. */
function latency(run: readonly Arrival[], percent: number): number {
  return (
    percentile(
      run.map(({ stamp, at }) => at - stamp),
      percent,
    ) / 1000
  );
}
