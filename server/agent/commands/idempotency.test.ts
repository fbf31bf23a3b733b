import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../shared/refusal.ts';
import { Idempotency } from './idempotency.ts';

test('R-13: requests with the same key act once and get the same answer', async () => {
  const idempotency = new Idempotency();
  let acts = 0;
  const act = async (): Promise<number> => ++acts;
  const [first, second] = await Promise.all([
    idempotency.once('k', { type: 'abort' }, act),
    idempotency.once('k', { type: 'abort' }, act),
  ]);
  const third = await idempotency.once('k', { type: 'abort' }, act);
  assert.deepEqual([first, second, third], [1, 1, 1]);
});

test('R-14: a key that was used with another body is refused', async () => {
  const idempotency = new Idempotency();
  await idempotency.once('k', { type: 'abort' }, async () => 1);
  assert.throws(
    () => idempotency.once('k', { type: 'clear_queue' }, async () => 2),
    (error) => error instanceof Refusal && error.status === 422,
  );
});

test('a key can be used again after its request was refused', async () => {
  const idempotency = new Idempotency();
  await assert.rejects(
    idempotency.once('k', {}, () => Promise.reject(new Refusal(409, 'agent_exited', 'gone'))),
  );
  assert.equal(await idempotency.once('k', {}, async () => 'now'), 'now');
});

test('an answer that takes longer is asked for again, also if it is a refusal, and an unknown key is refused', async () => {
  const idempotency = new Idempotency();
  const refused = Promise.withResolvers<string>();
  const first = idempotency.once('k', {}, () => refused.promise);
  first.catch(() => undefined);
  assert.equal(await idempotency.answerWithin('k', 1), null);
  refused.reject(new Refusal(409, 'agent_exited', 'gone'));
  await assert.rejects(idempotency.answerWithin('k', 1000), /gone/);
  await assert.rejects(
    idempotency.once('k', {}, async () => 'now'),
    /gone/,
  );
  void idempotency.once('soon', {}, async () => 'here');
  assert.equal(await idempotency.answerWithin('soon', 60_000), 'here');
  await assert.rejects(
    idempotency.answerWithin('other', 1),
    (error) => error instanceof Refusal && error.status === 404,
  );
});

test('every request without a key acts', async () => {
  const idempotency = new Idempotency();
  let acts = 0;
  await idempotency.once(undefined, {}, async () => ++acts);
  await idempotency.once(undefined, {}, async () => ++acts);
  assert.equal(acts, 2);
});

test('R-13: the last thousand keys are remembered', async () => {
  const idempotency = new Idempotency();
  for (let n = 0; n < 1500; n++) await idempotency.once(`k${n}`, {}, async () => n);
  assert.equal(await idempotency.once('k1499', {}, async () => -1), 1499);
  assert.equal(await idempotency.once('k600', {}, async () => -1), 600);
  assert.equal(await idempotency.once('k10', {}, async () => -1), -1);
});
