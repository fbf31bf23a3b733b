import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { joinCalls } from './join-calls.ts';

test('a burst of calls leads to two runs, so that the last one sees every change', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let runs = 0;
  const run = joinCalls(() => Promise.resolve(void (runs += 1)), 300);
  for (let call = 0; call < 6; call++) void run();
  await setImmediate();
  void run();
  assert.equal(runs, 1);
  t.mock.timers.tick(300);
  await setImmediate();
  assert.equal(runs, 2);
  t.mock.timers.tick(300);
  await setImmediate();
  assert.equal(runs, 2, 'nothing was asked for since');
  void run();
  assert.equal(runs, 3, 'a later call is run at once');
});

test('work that fails rejects its call, and is done again by the next one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let runs = 0;
  const run = joinCalls(
    () => (++runs === 1 ? Promise.reject(new Error('no network')) : Promise.resolve()),
    300,
  );
  await assert.rejects(run(), /no network/);
  t.mock.timers.tick(300);
  await run();
  assert.equal(runs, 2);
});
