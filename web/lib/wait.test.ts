import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { wait } from './wait.ts';

test('waiting ends after its time and leaves nothing behind', async () => {
  const { signal } = new AbortController();
  await wait(1, signal);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('waiting ends at once when the signal is aborted', async () => {
  const controller = new AbortController();
  const waiting = wait(1_000_000, controller.signal);
  controller.abort();
  await waiting;
});
