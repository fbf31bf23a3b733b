// Random sequences on real folders, with a fixed seed. `npm run undos` plays as many as fit into a given time.
import { test } from 'node:test';
import fc from 'fast-check';
import { playSequence, sequence } from './fixtures/undo-world.ts';

test('undo and redo lead to the tree that they promise, and lose no line of the user, in any sequence', async () => {
  await fc.assert(fc.asyncProperty(sequence, playSequence), {
    numRuns: Number(process.env.RUNS ?? 100),
    seed: Number(process.env.SEED ?? 1),
  });
});
