import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import { DiskLanes } from './disk-lanes.ts';

const isSilent = (error: unknown): boolean => error instanceof Refusal && error.code === 'disk_silent';

test('R-60: two requests use the disk at a time, the others follow in order, and a failure makes room as well', async () => {
  const lanes = new DiskLanes();
  const [begun, ends] = [[] as number[], [] as ((error?: Error) => void)[]];
  const asked = [0, 1, 2, 3].map((n) =>
    lanes.run('', async () => {
      begun.push(n);
      await new Promise<void>(
        (resolve, reject) => (ends[n] = (error) => (error ? reject(error) : resolve())),
      );
      return n;
    }),
  );
  await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1]);
  ends[1]!(new Error('gone'));
  await assert.rejects(asked[1]!, /gone/);
  await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1, 2]);
  ends[0]!();
  assert.equal(await asked[0], 0);
  await new Promise(setImmediate);
  for (const end of [2, 3]) ends[end]!();
  assert.deepEqual(await Promise.all([asked[2], asked[3]]), [2, 3]);
  assert.equal(lanes.isBusy, false);
});

test('R-60: a request that waits too long is refused, requests behind it never begin, and a late answer makes room', async () => {
  const lanes = new DiskLanes(0.000_1);
  const { promise: disk, resolve: answer } = Promise.withResolvers<void>();
  const hanging = [1, 2].map(() => lanes.run('it hangs.', () => disk));
  const late = lanes.run('too late.', () => Promise.reject(new Error('it was begun')));
  for (const asked of [...hanging, late]) await assert.rejects(asked, isSilent);
  assert.equal(lanes.isBusy, true);
  answer();
  while (lanes.isBusy) await new Promise(setImmediate);
  assert.equal(await lanes.run('', () => Promise.resolve('there')), 'there');
});
