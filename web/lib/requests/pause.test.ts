import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backOff, pause } from './pause.ts';

test('pauses double with each failure, up to a maximum', () => {
  assert.deepEqual(
    [1, 2, 3, 5, 6, 60].map((failures) => backOff(failures)),
    [250, 500, 1000, 4000, 5000, 5000],
  );
  assert.equal(backOff(60, 10_000), 10_000);
});

test('a pause ends by itself, or early when its signal aborts', async () => {
  await pause(1);
  const early = new AbortController();
  const pauses = [pause(Infinity, early.signal), pause(60_000, early.signal)];
  early.abort();
  await Promise.all(pauses);
  await pause(60_000, early.signal);
});
