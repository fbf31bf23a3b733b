// The faults that take too long for `npm test`, repeated until leaks would show.
//   npm run test:soak                                   30 minutes, with the whole amount of every fault
//   npm run test:soak -- --minutes 5 --seed 7           a sixth of it
//   npm run test:soak -- --only 'killed'                only steps with this word in their title
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FaultPanel, SMALL_HEAP, type FaultPanelOptions } from '../faults/fault-panel.ts';
import { raceLinks } from '../faults/link-race.ts';
import { killPanel, killPi, measure, openAndClose, startAgents } from '../faults/process-scenarios.ts';
import { cutStreams, flood, ignoreStream, talkAtOnce } from '../faults/stream-scenarios.ts';
import { growthOf } from './growth.ts';

const MB = 1024 * 1024;
/** How many rounds of the last step it takes to distinguish growth from noise. */
const MIN_ROUNDS = 6;
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
  process.stderr.write('soak: --minutes must be a number above 0, --seed a whole number\n');
  process.exit(2);
}
// Ctrl+C must not leave anything running.
let running: FaultPanel | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void running?.close().finally(() => process.exit(1)));
const begin = performance.now();
const deadline = begin + minutes * 60_000;
const failures: string[] = [];

await step('R-19, R-26: a pi that is killed up to 200 times', {}, async (panel) => {
  const { kills } = await killPi(panel, { times: share(200), seed });
  return `${kills} kills, each reported, each restarted, no process left`;
});
await step(
  'R-01: the streams of three pages, cut every 50 to 500 ms for up to a minute',
  {},
  async (panel) => {
    const { events, cuts, resumed, snapshots } = await cutStreams(panel, {
      seconds: share(60),
      pages: 3,
      seed,
    });
    return `${cuts} cuts, ${events} events, none lost or repeated; ${resumed} streams resumed, ${snapshots} snapshots`;
  },
);
await step('R-05: 200,000 events to a client that never reads', SMALL_HEAP, async (panel) => {
  const { growth, slowest } = await ignoreStream(panel, { events: 200_000 });
  demand(growth < 20 * MB, `the server grew by ${megabytes(growth)}`);
  return `the server grew by ${megabytes(growth)}; the slowest other request took ${slowest.toFixed(0)} ms`;
});
await step('R-15, R-23: a panel that is killed up to 200 times around a prompt', {}, async (panel) => {
  const times = share(200);
  const { delivered, accepted } = await killPanel(panel, { times, seed });
  demand(
    delivered >= times / 2 && accepted >= times / 4,
    `only ${delivered} reached pi, and only ${accepted} were accepted`,
  );
  return `${delivered} prompts reached pi, none twice; ${accepted} were accepted, none of them was lost`;
});
await step('R-30: a record of 100 MB', {}, async (panel) => {
  await panel.prompt([{ act: 'big', bytes: 100 * MB }]);
  await ignoreStream(panel, { events: 5000 });
  return 'passed, and 10,000 events after it';
});
await step(
  'R-31: 50 MB of output from the real pi, and an endless flood',
  { agent: 'demo' },
  async (panel) => {
    const { updates, seconds, slowest } = await flood(panel, { command: 'yes | head -c 50000000' });
    const endless = await flood(panel, { command: 'yes', stopAt: 50_000_000 });
    return `${updates} updates in ${seconds.toFixed(0)} s, the whole output is readable; the endless one was stopped at ${megabytes(endless.bytes)}; the slowest other request took ${slowest.toFixed(0)} ms`;
  },
);
await step('S-37: a folder and a link to the outside, swapped for three seconds', {}, async (panel) => {
  const { tries, inside, escapes } = await raceLinks(panel, { seconds: 3 });
  demand(escapes === 0, `something outside was reached ${escapes} times`);
  demand(inside > 0 && inside < tries, `${inside} of ${tries} tries found the folder: there was no race`);
  return `${tries} reads, lists and writes, ${inside} of them inside the folder, none outside`;
});
await step('R-46: a folder of 100,000 files', {}, async (panel) => {
  const folder = path.join(panel.workspace, 'many');
  await mkdir(folder);
  for (let n = 0; n < 100_000; n += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, i) => writeFile(path.join(folder, `${n + i}.txt`), '')),
    );
  const route = `agents/${panel.agent}/files?path=many`;
  let best = Infinity;
  for (let n = 0; n < 3; n++) {
    const start = performance.now();
    const listing = await panel.getJson<{ entries: unknown[]; truncated: boolean }>(route);
    best = Math.min(best, performance.now() - start);
    demand(
      listing.entries.length === 25_000 && listing.truncated,
      `${listing.entries.length} entries are listed`,
    );
  }
  demand(best < 3000, `it took ${best.toFixed(0)} ms`);
  return `the first 25,000 files after ${best.toFixed(0)} ms`;
});
await step('R-27: up to 1,000 agents, started and ended', SMALL_HEAP, async (panel) => {
  const figures = await openAndClose(panel, { times: share(1000) });
  demand(figures.descriptors <= 0, `${figures.descriptors} descriptors are left`);
  demand(figures.children <= 0, `${figures.children} processes are left`);
  demand(figures.files <= 0, `${figures.files} temporary files are left`);
  // The first half is still filling pools and arenas.
  const growth = growthOf(figures.memory.slice(figures.memory.length / 2));
  const samples = figures.memory.map((bytes) => Math.round(bytes / MB)).join(' ');
  demand(growth < 5 * MB, `the server grew by ${megabytes(growth)}: ${samples}`);
  return `in the second half the server grew by ${megabytes(growth)} (${samples} MB); no descriptors, processes or files left`;
});
await step(
  'R-59: ten agents for the rest of the time, with all faults in turn',
  SMALL_HEAP,
  async (panel) => {
    const agents = [panel.agent, ...(await startAgents(panel, 9))];
    const [memory, latencies]: [number[], number[]] = [[], []];
    let events = 0;
    let first = await measure(panel);
    while (performance.now() < deadline) {
      const round = memory.length;
      const figures = await cutStreams(panel, { seconds: 10, pages: 3, seed: seed + round });
      await ignoreStream(panel, { events: 10_000 });
      await killPi(panel, { times: 5, seed: seed + round });
      await openAndClose(panel, { times: 10 });
      latencies.push((await talkAtOnce(panel, { agents, events: 2000 })).latency);
      events += figures.events + 35_000;
      const now = await measure(panel);
      memory.push(now.memory);
      // The first rounds are a warm-up.
      if (round === 2) first = now;
      const figuresNow = [
        megabytes(now.memory),
        `${now.descriptors} descriptors`,
        `p99 ${latencies.at(-1)} ms`,
      ];
      process.stdout.write(`    round ${round + 1}: ${figuresNow.join(', ')}\n`);
    }
    const last = await measure(panel);
    // The first half fills the bounded stores: logs, responses by key, entries of ten conversations.
    const growth = growthOf(memory.slice(memory.length >> 1));
    // R-59 allows 24 MB for a million events in a day. This is a third of that, plus 2 MB for garbage that is not
    // collected yet.
    const allowed = (2 + (8 * events) / 2 / 1_000_000) * MB;
    demand(last.children <= first.children, `${last.children - first.children} processes are left`);
    demand(last.files <= first.files, `${last.files - first.files} temporary files are left`);
    const descriptors = last.descriptors - first.descriptors;
    demand(descriptors <= 2, `${descriptors} descriptors are left`);
    demand(
      growth < allowed || memory.length < MIN_ROUNDS,
      `the server grew by ${megabytes(growth)} in the second half`,
    );
    const slowest = Math.max(...latencies);
    return `${memory.length} rounds, ${events} events, none lost; in the second half ${megabytes(growth)} and ${descriptors} descriptors more; an event reaches the page within ${slowest} ms (p99)`;
  },
);

process.stdout.write(`\n${((performance.now() - begin) / 60_000).toFixed(1)} of ${minutes} minutes.\n`);
process.stdout.write(failures.length === 0 ? '\nNothing was lost.\n' : `\nFailed: ${failures.join('; ')}\n`);
// A page of a failed step may still try to reconnect.
process.exit(failures.length === 0 ? 0 : 1);

/** Runs a step on its own panel, so that no figure depends on another step. */
async function step(
  title: string,
  options: FaultPanelOptions,
  act: (panel: FaultPanel) => Promise<string>,
): Promise<void> {
  if (!title.includes(values.only)) return;
  if (performance.now() >= deadline) return void process.stdout.write(`${title}: no time left\n`);
  process.stdout.write(`${title} ...\n`);
  const start = performance.now();
  const panel = (running = await FaultPanel.open(options));
  try {
    const result = await act(panel);
    process.stdout.write(`  ${result} (${((performance.now() - start) / 1000).toFixed(0)} s)\n`);
  } catch (error) {
    failures.push(title);
    process.stdout.write(`  FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    await panel.close();
  }
}

/** Scales `whole`, the amount for 30 minutes, to the given time, but never to so little that it proves nothing. */
function share(whole: number): number {
  return Math.max(5, Math.round(whole * Math.min(1, minutes / 30)));
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}
