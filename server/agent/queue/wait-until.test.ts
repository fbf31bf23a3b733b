import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Dialogs } from '../extensions/dialogs.ts';
import { PromptLock } from './prompt-lock.ts';
import { Signal, waitUntil } from './wait-until.ts';

/** Whether it has settled after everything that is already under way. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => (settled = true)).catch(() => undefined);
  await setImmediate();
  return settled;
}

test('a condition that already holds needs no wait, even after the deadline', async () => {
  assert.equal(await waitUntil(() => true, { signal: new Signal(), deadline: 0 }), true);
});

test('a condition is checked after every notification, and not before', async () => {
  const signal = new Signal();
  let isTrue = false;
  const waiting = waitUntil(() => isTrue, { signal });
  signal.notify();
  assert.equal(await isSettled(waiting), false);
  isTrue = true;
  assert.equal(await isSettled(waiting), false);
  signal.notify();
  assert.equal(await waiting, true);
});

test('after the deadline it resolves to false', async () => {
  const signal = new Signal();
  const waiting = waitUntil(() => false, { signal, deadline: performance.now() + 5 });
  assert.equal(await waiting, false);
  assert.equal(await waitUntil(() => false, { signal, deadline: performance.now() - 5 }), false);
});

test('everything that waits is woken, and a later wait needs another notification', async () => {
  const signal = new Signal();
  const both = Promise.all([signal.next(Infinity), signal.next(60_000)]);
  signal.notify();
  assert.deepEqual(await both, [true, true]);
  assert.equal(await isSettled(signal.next(60_000)), false);
  signal.notify();
});

function createLock(): { lock: PromptLock; dialogs: Dialogs } {
  const dialogs = new Dialogs({ answer: () => undefined, emit: () => undefined });
  return { lock: new PromptLock(dialogs), dialogs };
}

test('one act runs at a time, in the order in which they came', async () => {
  const { lock } = createLock();
  const gates = [0, 1, 2].map(() => Promise.withResolvers<number>());
  const begun: number[] = [];
  const acts = gates.map(({ promise }, at) =>
    lock.run(async () => {
      begun.push(at);
      return promise;
    }),
  );
  await setImmediate();
  assert.deepEqual(begun, [0]);
  gates[1]!.resolve(1);
  await setImmediate();
  assert.deepEqual(begun, [0]);
  gates[0]!.resolve(0);
  await setImmediate();
  assert.deepEqual(begun, [0, 1, 2]);
  gates[2]!.resolve(2);
  assert.deepEqual(await Promise.all(acts), [0, 1, 2]);
});

test('an act that fails or calls release lets the next one begin', async () => {
  const { lock } = createLock();
  await assert.rejects(
    lock.run(() => Promise.reject(new Error('No.'))),
    /No\./,
  );
  const open = Promise.withResolvers<void>();
  const first = lock.run(async (release) => {
    release();
    await open.promise;
  });
  assert.equal(await lock.run(() => Promise.resolve('second')), 'second');
  assert.equal(await isSettled(first), false);
  open.resolve();
  await first;
});

test('a dialog that opens during an act lets the next one begin, and one that was open before does not', async () => {
  const { lock, dialogs } = createLock();
  const open = (id: string): void =>
    dialogs.add({ type: 'extension_ui_request', id, method: 'confirm', title: '', message: '' });
  open('before');
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun: string[] = [];
  const run = (name: string, { promise }: { promise: Promise<void> }): Promise<void> =>
    lock.run(() => {
      begun.push(name);
      return promise;
    });
  const acts = [run('first', first), run('second', second), run('third', { promise: Promise.resolve() })];
  await setImmediate();
  assert.deepEqual(begun, ['first']);
  open('during the first');
  await setImmediate();
  assert.deepEqual(begun, ['first', 'second']);
  first.resolve();
  await setImmediate();
  assert.deepEqual(begun, ['first', 'second']);
  second.resolve();
  await Promise.all(acts);
  assert.deepEqual(begun, ['first', 'second', 'third']);
});

test('a free lock is entered at once, also after it was held', async () => {
  const { lock } = createLock();
  await lock.run(() => Promise.resolve());
  let hasBegun = false;
  const act = lock.run(async () => {
    hasBegun = true;
  });
  assert.equal(hasBegun, true);
  await act;
});
