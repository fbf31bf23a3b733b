// `npm run fuzz:sessions -- --minutes 30 [--seed N]`: reads odd session files with fresh seeds for as long as wanted.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { oddSession } from './odd-session.ts';
import { Bench, CWD } from './read-everywhere.ts';

/** A batch takes some seconds, and the last one is finished. */
const RUNS = 100;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } },
});
const end = Date.now() + Number(values.minutes) * 60_000;
const seeds: number[] = [];
let runs = 0;
do {
  const seed = values.seed ? Number(values.seed) : Math.trunc(Math.random() * 2 ** 31);
  const bench = await Bench.create();
  try {
    await fc.assert(
      fc.asyncProperty(oddSession('odd', CWD), ({ lines }) => bench.check(lines)),
      { numRuns: RUNS, seed },
    );
  } finally {
    await bench.close();
  }
  seeds.push(seed);
  runs += RUNS;
  console.log(`seed ${seed}: ${RUNS} sessions read, ${runs} in all`);
} while (Date.now() < end && !values.seed);
console.log(`${runs} sessions, no failure. Seeds: ${seeds.join(' ')}`);
