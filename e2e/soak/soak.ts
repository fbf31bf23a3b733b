// What takes too long for `npm test`: everything that goes wrong with a panel, for as long as it takes to see what
// leaks.
//   npm run test:soak                                   30 minutes
//   npm run test:soak -- --minutes 5 --seed 7
//   npm run test:soak -- --only 'killed'                steps whose title has this word
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FaultPanel, SMALL_HEAP, type FaultPanelOptions } from '../faults/fault-panel.ts';
import { raceLinks } from '../faults/link-race.ts';
import { killPanel, killPi, measure, openAndClose, startAgents } from '../faults/process-scenarios.ts';
import { cutStreams, flood, ignoreStream, talkAtOnce } from '../faults/stream-scenarios.ts';
import { growthOf } from './growth.ts';

const MB = 1024 * 1024;
/** Rounds of the last step that are done in any case: fewer would show nothing. */
const LEAST_ROUNDS = 6;
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  process.stderr.write('soak: --minutes is a number above 0, --seed a whole number\n');
  process.exit(2);
}
// Nothing stays behind, also when somebody has seen enough.
let running: FaultPanel | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void running?.close().finally(() => process.exit(1)));
const deadline = performance.now() + minutes * 60_000;
const failures: string[] = [];

await step('R-19, R-26: a pi that is killed 200 times', {}, async (panel) => {
  const { kills } = await killPi(panel, { times: 200, seed });
  return `${kills} kills, each told, each restarted, no process left`;
});
await step(
  'R-01: streams that are cut every 50 to 500 ms for a minute, of three pages',
  {},
  async (panel) => {
    const { events, cuts, resumed, snapshots } = await cutStreams(panel, { seconds: 60, pages: 3, seed });
    return `${cuts} cuts, ${events} events, none lost, none twice; resumed ${resumed} times, ${snapshots} snapshots`;
  },
);
await step('R-05: 200,000 events to a client that never reads', SMALL_HEAP, async (panel) => {
  const { growth, slowest } = await ignoreStream(panel, { events: 200_000 });
  demand(growth < 20 * MB, `the server grew by ${megabytes(growth)}`);
  return `the server grew by ${megabytes(growth)}; the slowest other request took ${slowest.toFixed(0)} ms`;
});
await step('R-15, R-23: a panel that is killed 200 times around a prompt', {}, async (panel) => {
  const { delivered, accepted } = await killPanel(panel, { times: 200, seed });
  demand(delivered >= 100 && accepted >= 50, `only ${delivered} reached pi, and ${accepted} were accepted`);
  return `${delivered} prompts reached pi, none twice; ${accepted} were accepted, and none of them is lost`;
});
await step('R-30: a record of 100 MB', {}, async (panel) => {
  await panel.prompt([{ act: 'big', bytes: 100 * MB }]);
  await ignoreStream(panel, { events: 5000 });
  return 'passed, and 10,000 events after it';
});
await step(
  'R-31: 50 MB of output of the real pi, and a flood without an end',
  { agent: 'demo' },
  async (panel) => {
    const { updates, seconds, slowest } = await flood(panel, { command: 'yes | head -c 50000000' });
    const endless = await flood(panel, { command: 'yes', stopAt: 50_000_000 });
    return `told ${updates} times in ${seconds.toFixed(0)} s, all of it can be read; the other was stopped at ${megabytes(endless.bytes)}; the slowest other request took ${slowest.toFixed(0)} ms`;
  },
);
await step(
  'S-37: a folder and a link to the outside that change places for three seconds',
  {},
  async (panel) => {
    const { tries, inside, escapes } = await raceLinks(panel, { seconds: 3 });
    demand(escapes === 0, `${escapes} times something outside was reached`);
    demand(inside > 0 && inside < tries, `of ${tries} tries ${inside} found the folder: no race`);
    return `${tries} reads, lists and writes, ${inside} of them in the folder, none outside`;
  },
);
await step('R-46: a folder of 100,000 files', {}, async (panel) => {
  const folder = path.join(panel.workspace, 'many');
  await mkdir(folder);
  for (let n = 0; n < 100_000; n += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, i) => writeFile(path.join(folder, `${n + i}.txt`), '')),
    );
  const list = () => panel.fetch(`agents/${panel.agent}/files?path=many`);
  let best = Infinity;
  for (let n = 0; n < 3; n++) {
    const start = performance.now();
    const listing = (await (await list()).json()) as { entries: unknown[]; truncated: boolean };
    best = Math.min(best, performance.now() - start);
    demand(listing.entries.length === 5000 && listing.truncated, `${listing.entries.length} are listed`);
  }
  demand(best < 1000, `it took ${best.toFixed(0)} ms`);
  return `the first 5,000 after ${best.toFixed(0)} ms`;
});
await step('R-27: agents that are started and ended, 1,000 of them', SMALL_HEAP, async (panel) => {
  const figures = await openAndClose(panel, { times: 1000 });
  demand(figures.descriptors <= 0, `${figures.descriptors} descriptors are left`);
  demand(figures.children <= 0, `${figures.children} processes are left`);
  demand(figures.files <= 0, `${figures.files} temporary files are left`);
  // The first half goes on with the warm-up: pools and arenas that are filled once.
  const growth = growthOf(figures.memory.slice(figures.memory.length / 2));
  const way = figures.memory.map((bytes) => Math.round(bytes / MB)).join(' ');
  demand(growth < 5 * MB, `the server grew by ${megabytes(growth)}: ${way}`);
  return `in its second half the server grew by ${megabytes(growth)} (${way} MB); descriptors, processes and files left: 0`;
});
await step(
  'R-59: ten agents for the rest of the time, all of it over and over',
  SMALL_HEAP,
  async (panel) => {
    const agents = [panel.agent, ...(await startAgents(panel, 9))];
    const [memory, latencies]: [number[], number[]] = [[], []];
    let events = 0;
    let first = await measure(panel);
    while (performance.now() < deadline || memory.length < LEAST_ROUNDS) {
      const round = memory.length;
      const figures = await cutStreams(panel, { seconds: 10, pages: 3, seed: seed + round });
      await ignoreStream(panel, { events: 10_000 });
      await killPi(panel, { times: 5, seed: seed + round });
      await openAndClose(panel, { times: 10 });
      latencies.push((await talkAtOnce(panel, { agents, events: 2000 })).latency);
      events += figures.events + 35_000;
      const now = await measure(panel);
      memory.push(now.memory);
      // What the first rounds compile and cache is warm-up.
      if (round === 2) first = now;
      const said = [megabytes(now.memory), `${now.descriptors} descriptors`, `p99 ${latencies.at(-1)} ms`];
      process.stdout.write(`    round ${round + 1}: ${said.join(', ')}\n`);
    }
    const last = await measure(panel);
    // The first half fills what is kept on purpose, up to its bounds: logs, answers by key, rows of ten conversations.
    const growth = growthOf(memory.slice(memory.length >> 1));
    // R-59 allows 24 MB for a million events in a day. A third of that, and what the collector's patience comes to.
    const allowed = (2 + (8 * events) / 2 / 1_000_000) * MB;
    demand(last.children <= first.children, `${last.children - first.children} processes are left`);
    demand(last.files <= first.files, `${last.files - first.files} temporary files are left`);
    const descriptors = last.descriptors - first.descriptors;
    demand(descriptors <= 2, `${descriptors} descriptors are left`);
    demand(growth < allowed, `the server grew by ${megabytes(growth)} in the second half`);
    const slowest = Math.max(...latencies);
    return `${memory.length} rounds, ${events} events, none lost; in the second half of them ${megabytes(growth)} more, ${descriptors} descriptors more; of 100 events 99 are with the page after ${slowest} ms at most`;
  },
);

process.stdout.write(failures.length === 0 ? '\nNothing was lost.\n' : `\nFailed: ${failures.join('; ')}\n`);
// A page of a step that failed still looks for its panel.
process.exit(failures.length === 0 ? 0 : 1);

/** Each on a panel of its own, so that one figure does not stand on another's. */
async function step(
  title: string,
  options: FaultPanelOptions,
  act: (panel: FaultPanel) => Promise<string>,
): Promise<void> {
  if (!title.includes(values.only)) return;
  process.stdout.write(`${title} ...\n`);
  const start = performance.now();
  const panel = (running = await FaultPanel.open(options));
  try {
    const said = await act(panel);
    process.stdout.write(`  ${said} (${((performance.now() - start) / 1000).toFixed(0)} s)\n`);
  } catch (error) {
    failures.push(title);
    process.stdout.write(`  FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    await panel.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}
