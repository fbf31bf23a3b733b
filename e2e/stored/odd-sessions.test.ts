import { test } from 'node:test';
import fc from 'fast-check';
import { oddSession, wholeSession } from './odd-session.ts';
import { Bench, CWD } from './read-everywhere.ts';

test('a whole session of every version is read everywhere', async () => {
  const bench = await Bench.create();
  for (const version of [1, 2, 3])
    await bench.check(wholeSession(version, 'odd', CWD).map((line) => JSON.stringify(line)));
  await bench.close();
});

test('whatever a field of a session file holds, every reader copes, and what it cannot show is named', async () => {
  const bench = await Bench.create();
  await fc.assert(
    fc.asyncProperty(oddSession('odd', CWD), ({ lines }) => bench.check(lines)),
    { numRuns: 100, seed: 41 },
  );
  await bench.close();
});
