// Plays random sequences of changes, undo and redo on real folders for a while, with fresh seeds.
//   npm run undos -- --minutes 60            npm run undos -- --seed 7
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { playSequence, sequence } from '../server/changes/fixtures/undo-world.ts';

/** The sequences of one seed. */
const BATCH = 100;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const end = Date.now() + Number(values.minutes) * 60_000;
let seed = Number(values.seed ?? Date.now() % 1_000_000_000);
let count = 0;
const failed: number[] = [];

do {
  const result = await fc.check(fc.asyncProperty(sequence, playSequence), {
    seed,
    numRuns: BATCH,
    endOnFailure: false,
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
