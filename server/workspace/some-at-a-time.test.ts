import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { DISK_WIDTH, someAtATime } from './some-at-a-time.ts';

test('the results are in the order of the items, whichever is done first', async () => {
  const work = async (turns: number): Promise<string> => {
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    return `after ${turns}`;
  };
  assert.deepEqual(await someAtATime([5, 1, 0, 3, 2, 4], work), [
    'after 5',
    'after 1',
    'after 0',
    'after 3',
    'after 2',
    'after 4',
  ]);
  assert.deepEqual(await someAtATime([], work), []);
});

test('as many calls run at a time as the disk may get, and no more', async () => {
  let running = 0;
  let most = 0;
  await someAtATime(Array.from({ length: 20 }), async () => {
    most = Math.max(most, ++running);
    await setImmediate();
    running -= 1;
  });
  assert.equal(most, DISK_WIDTH);
});

test('after a failure nothing more begins', async () => {
  const begun: number[] = [];
  const items = Array.from({ length: 20 }, (_, at) => at);
  const working = someAtATime(items, async (item) => {
    begun.push(item);
    await setImmediate();
    if (item === 5) throw new Error('the disk is gone');
  });
  await assert.rejects(working, { message: 'the disk is gone' });
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  assert.ok(begun.length < 5 + 2 * DISK_WIDTH, `${begun.length} began`);
});
