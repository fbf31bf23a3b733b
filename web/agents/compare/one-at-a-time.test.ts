import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneAtATime } from './one-at-a-time.ts';

test('the calls during a run cause one more run, and all of them wait for it', async () => {
  const runs: (() => void)[] = [];
  const read = oneAtATime(() => new Promise((resolve) => void runs.push(resolve)));
  const first = read();
  const others = [read(), read()];
  assert.equal(runs.length, 1);
  let isDone = false;
  const all = Promise.all([first, ...others]).then(() => (isDone = true));
  runs[0]!();
  await new Promise(setImmediate);
  assert.deepEqual([runs.length, isDone], [2, false]);
  runs[1]!();
  await all;
  assert.equal(runs.length, 2);
  void read();
  assert.equal(runs.length, 3);
});
