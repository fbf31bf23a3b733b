// Plays random sequences for a while, with fresh seeds, or those of one seed: `--minutes 60`, `--seed 7`.
import { parseArgs } from 'node:util';
import fc from 'fast-check';

interface Play<T> {
  sequence: fc.Arbitrary<T>;
  play: (sequence: T) => Promise<void>;
  /** The sequences of one seed. */
  batch: number;
  /** Whether the first failure is reported as it is, because a shorter sequence would take long to find. */
  endOnFailure: boolean;
}

/** Prints each seed, and sets the exit code if one failed. */
export async function playForAWhile<T>({ sequence, play, batch, endOnFailure }: Play<T>): Promise<void> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
  });
  const end = Date.now() + Number(values.minutes) * 60_000;
  let seed = Number(values.seed ?? Date.now() % 1_000_000_000);
  let count = 0;
  const failed: number[] = [];
  do {
    const result = await fc.check(fc.asyncProperty(sequence, play), { seed, numRuns: batch, endOnFailure });
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
}
