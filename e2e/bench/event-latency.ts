// M1: what the panel adds to the way of one event, from the write in pi to the read in a browser's place.
import { fileURLToPath } from 'node:url';
import { DirectPi } from './direct-pi.ts';
import { EventClient, type Frame } from './event-client.ts';
import type { Figure, Metric } from './figure.ts';
import type { Lab } from './lab.ts';
import { FRAME_MS, framesOf, type Arrival } from './merged-arrivals.ts';
import { startPanel, type Panel } from './panel.ts';
import { makePiHome } from './pi-home.ts';
import { percentile } from './statistics.ts';

const PROGRAM = [process.execPath, fileURLToPath(new URL('stamping-pi.mjs', import.meta.url))];

interface Load {
  /** Events a second. */
  rate: number;
  count: number;
  /** Not counted: the first ones find everything cold. */
  skip: number;
}

/** Slower than the panel's frames, so that each delta comes alone; and what a fast model says. */
const LONE: Load = { rate: 30, count: 45, skip: 5 };
const DENSE: Load = { rate: 500, count: 800, skip: 100 };

export const eventLatency: Metric = {
  id: 'M1',
  title: 'event latency',
  async measure(lab) {
    const { env, workspace: cwd } = await makePiHome(lab);
    const direct = new DirectPi(lab, { argv: PROGRAM, cwd, env });
    const agent = PROGRAM.map((word) => `"${word}"`).join(' ');
    const panel = await startPanel(lab, { args: ['--workspace', cwd, '--agent', agent], cwd, env });
    const client = await EventClient.connect(panel);
    await client.whenIdle();

    const lone = await alternate(lab, LONE, { direct, panel, client });
    const dense = await alternate(lab, DENSE, { direct, panel, client });
    client.close();
    await Promise.all([panel.close(), direct.close()]);
    return [...loneFigures(lone), ...denseFigures(dense)];
  },
};

interface Runs {
  pipe: Arrival[][];
  product: Arrival[][];
}

async function alternate(
  lab: Lab,
  load: Load,
  { direct, panel, client }: { direct: DirectPi; panel: Panel; client: EventClient },
): Promise<Runs> {
  const runs: Runs = { pipe: [], product: [] };
  for (let repetition = 0; repetition < lab.repetitions; repetition++) {
    lab.say(`M1 ${load.rate} events/s, ${repetition + 1} of ${lab.repetitions}`);
    const sides = [
      async () => void runs.pipe.push(await throughPipe(direct, load)),
      async () => void runs.product.push(await throughPanel(panel, client, load)),
    ];
    // Whoever comes second finds the machine as the first left it: they take turns at that, too.
    if (repetition % 2 === 1) sides.reverse();
    for (const side of sides) await side();
  }
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
  return checked(arrivals, load);
}

async function throughPanel(panel: Panel, client: EventClient, load: Load): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  client.onFrame = (frame) => void arrivals.push(...stampsOf(frame));
  const settled = client.whenSettled();
  await panel.command({ type: 'prompt', message: `${load.rate} ${load.count}` });
  await settled;
  return checked(arrivals, load);
}

/** A frame holds every delta that was merged into it. */
function stampsOf({ event, data, at }: Frame): Arrival[] {
  if (event !== 'message' || data.type !== 'message_update') return [];
  const { assistantMessageEvent: update } = data;
  if (!('delta' in update)) return [];
  return update.delta.split(' ').flatMap((stamp) => (stamp ? [{ stamp: Number(stamp), at }] : []));
}

function checked(arrivals: Arrival[], { count, skip }: Load): Arrival[] {
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
    ...(percent === 50 && { note: 'every delta comes alone and goes at once' }),
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
    ...(percent === 50 && { note: 'the same, beside a pipe whose events wait for ideal frames' }),
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

/** What came in one chunk is one frame. */
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
