import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LongPoll } from './long-poll.ts';

test('a wait ends at the next change, with another promise, or after 20 s', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const changes = new LongPoll();
  changes.onChange();
  let ended = 0;
  const wait = (...others: Promise<unknown>[]): Promise<number> =>
    changes.wait(...others).then(() => ++ended);
  const both = [wait(), wait()];
  await Promise.resolve();
  assert.equal(ended, 0);
  changes.onChange();
  await Promise.all(both);
  await wait(Promise.resolve());
  const last = wait();
  t.mock.timers.tick(19_999);
  await new Promise(setImmediate);
  assert.equal(ended, 3);
  t.mock.timers.tick(1);
  assert.equal(await last, 4);
});
