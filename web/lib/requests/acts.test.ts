import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Acts } from './acts.svelte.ts';

test('an act waits for the one before it, even if that fails, and is not dropped', async () => {
  const acts = new Acts();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = acts.inTurn(async () => {
    await first.promise;
    done.push('first');
    throw new Error('no');
  });
  const second = acts.inTurn(async () => void done.push('second'));
  assert.ok(acts.isBusy);
  first.resolve();
  await assert.rejects(failing, /no/);
  await second;
  assert.deepEqual(done, ['first', 'second']);
  assert.equal(acts.isBusy, false);
});

test('of the acts that wait for the same moment, the last one is carried out', async () => {
  const acts = new Acts();
  const ready = Promise.withResolvers<void>();
  const outcomes = ['a', 'b', 'c'].map((name) => acts.newest(ready.promise, async () => name));
  ready.resolve();
  assert.deepEqual(await Promise.all(outcomes), [null, null, 'c']);
  assert.equal(await acts.newest(Promise.resolve(), async () => 'd'), 'd');
});

test('a repeated act is carried out once while it is under way, and again afterwards', async () => {
  const acts = new Acts();
  let count = 0;
  const act = async (): Promise<void> => void count++;
  await Promise.all([acts.once(act), acts.once(act)]);
  assert.equal(count, 1);
  await acts.once(act);
  assert.equal(count, 2);
});
