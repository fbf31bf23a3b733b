import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Attempt } from './attempt.svelte.ts';

test('an attempt says why it failed, until the next one begins', async () => {
  const attempt = new Attempt();
  assert.equal(
    await attempt.run(async () => {
      throw new Error('no');
    }),
    false,
  );
  assert.equal(attempt.failure, 'no');
  const { promise, resolve } = Promise.withResolvers<void>();
  const next = attempt.run(() => promise);
  assert.equal(attempt.failure, null);
  resolve();
  assert.equal(await next, true);
  assert.equal(attempt.failure, null);
});

test('it is busy until all acts that it was asked for have ended', async () => {
  const attempt = new Attempt();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const runs = [attempt.run(() => first.promise), attempt.run(() => second.promise)];
  first.reject(new Error('no'));
  await runs[0];
  assert.equal(attempt.isBusy, true);
  second.resolve();
  await runs[1];
  assert.equal(attempt.isBusy, false);
});
