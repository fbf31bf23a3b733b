// Plays random work of an agent and of a shell on real folders, with undo, redo and kills, for a while.
//   npm run tool -- shells --minutes 20            npm run tool -- shells --seed 7
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { playShells, shellActs } from '../server/changes/fixtures/shell-world.ts';

/** The sequences of one seed. */
const BATCH = 20;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const end = Date.now() + Number(values.minutes) * 60_000;
let seed = Number(values.seed ?? Date.now() % 1_000_000_000);
let count = 0;
const failed: number[] = [];

do {
  const result = await fc.check(fc.asyncProperty(shellActs, playShells), {
    seed,
    numRuns: BATCH,
    endOnFailure: true,
  });
  count += result.numRuns;
  if (result.failed) {
    failed.push(seed);
    console.error(fc.defaultReportMessage(result), result.errorInstance);
  }
  console.log(`seed ${seed}: ${result.failed ? 'failed' : 'passed'}, ${count} sequences so far`);
  seed += 1;
} while (values.seed === undefined && Date.now() < end);

console.log(`${count} sequences; failed seeds: ${failed.join(', ') || 'none'}`);
process.exitCode = failed.length > 0 ? 1 : 0;
