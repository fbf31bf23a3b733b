// everything that goes wrong with a panel, for as long as it takes to see what leaks.
//   npm run test:soak                       30 minutes
//   npm run test:soak -- --minutes 5 --seed 7
import { parseArgs } from 'node:util';
import { FaultPanel, SMALL_HEAP, type FaultPanelOptions } from '../server/faults/fault-panel.ts';
import {
  cutStreams,
  ignoreStream,
  killPanel,
  killPi,
  measure,
  megabytes,
  openAndClose,
} from '../server/faults/scenarios.ts';

const MB = 1024 * 1024;
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '6' } },
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

await step('a pi that is killed 200 times', {}, async (panel) => {
  const { kills } = await killPi(panel, { times: 200, seed });
  return `${kills} kills, each told, each restarted, no process left`;
});
await step('a stream that is cut every 50 to 500 ms for a minute, to three pages', {}, async (panel) => {
  const { events, cuts, resumed, snapshots } = await cutStreams(panel, { seconds: 60, pages: 3, seed });
  return `${cuts} cuts, ${events} events, none lost, none twice; resumed ${resumed} times, ${snapshots} snapshots`;
});
await step('200,000 events to a client that never reads', SMALL_HEAP, async (panel) => {
  const { growth, slowest } = await ignoreStream(panel, { events: 200_000 });
  demand(growth < 20 * MB, `the server grew by ${megabytes(growth)}`);
  return `the server grew by ${megabytes(growth)}; the slowest other request took ${slowest.toFixed(0)} ms`;
});
await step('a panel that is killed 40 times around a prompt', {}, async (panel) => {
  const { delivered } = await killPanel(panel, { times: 40, seed });
  return `${delivered} prompts reached pi, none twice`;
});
await step('a record of 100 MB', {}, async (panel) => {
  await panel.prompt([{ act: 'big', bytes: 100 * MB }]);
  await ignoreStream(panel, { events: 5000 });
  return 'passed, and 10,000 events after it';
});
await step('agents that are started and ended, 1,000 of them', SMALL_HEAP, async (panel) => {
  const figures = await openAndClose(panel, { times: 1000 });
  demand(figures.descriptors <= 0, `${figures.descriptors} descriptors are left`);
  demand(figures.children <= 0, `${figures.children} processes are left`);
  demand(figures.files <= 0, `${figures.files} temporary files are left`);
  demand(figures.growth < 40 * MB, `the server grew by ${megabytes(figures.growth)}`);
  return `the server grew by ${megabytes(figures.growth)}; descriptors, processes and files left: 0`;
});
await step('the rest of the time: one panel, all of it over and over', SMALL_HEAP, async (panel) => {
  const rounds: number[] = [];
  let events = 0;
  let first = await measure(panel);
  while (performance.now() < deadline) {
    const figures = await cutStreams(panel, { seconds: 10, pages: 3, seed: seed + rounds.length });
    await ignoreStream(panel, { events: 10_000 });
    await killPi(panel, { times: 5, seed: seed + rounds.length });
    await openAndClose(panel, { times: 10 });
    events += figures.events + 15_000;
    const now = await measure(panel);
    rounds.push(now.memory);
    // What the first rounds compile and cache is warm-up.
    if (rounds.length === 3) first = now;
    process.stdout.write(
      `    round ${rounds.length}: ${megabytes(now.memory)}, ${now.descriptors} descriptors\n`,
    );
  }
  const last = await measure(panel);
  demand(last.children <= first.children, `${last.children - first.children} processes are left`);
  demand(last.files <= first.files, `${last.files - first.files} temporary files are left`);
  demand(
    last.descriptors <= first.descriptors + 2,
    `${last.descriptors - first.descriptors} descriptors are left`,
  );
  return `${rounds.length} rounds, ${events} events, none lost; after the third round ${megabytes(last.memory - first.memory)} more, ${last.descriptors - first.descriptors} descriptors more`;
});

process.stdout.write(failures.length === 0 ? '\nNothing was lost.\n' : `\nFailed: ${failures.join('; ')}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Each on a panel of its own, so that one figure does not stand on another's. */
async function step(
  name: string,
  options: FaultPanelOptions,
  act: (panel: FaultPanel) => Promise<string>,
): Promise<void> {
  process.stdout.write(`${name} ...\n`);
  const start = performance.now();
  const panel = (running = await FaultPanel.open(options));
  try {
    const said = await act(panel);
    process.stdout.write(`  ${said} (${((performance.now() - start) / 1000).toFixed(0)} s)\n`);
  } catch (error) {
    failures.push(name);
    process.stdout.write(`  FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    await panel.close();
  }
}

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}
