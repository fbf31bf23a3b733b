import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusLine } from './draft-status.ts';

const line = (more: Partial<Parameters<typeof statusLine>[0]>): unknown =>
  statusLine({
    error: null,
    goneFolder: null,
    isOffline: false,
    note: null,
    isTooLargeToStore: false,
    ...more,
  });

test('why a message was not sent is said before everything else', () => {
  const rest = { isOffline: true, note: 'a note', isTooLargeToStore: true };
  assert.equal(line({ error: 'refused', ...rest }), 'error');
  assert.equal(line(rest), 'offline');
  assert.equal(line({ ...rest, isOffline: false }), 'note');
  assert.equal(line({ isTooLargeToStore: true }), 'too large');
  assert.equal(line({}), null);
});

test('a pi without a model, or without a key for it, gets the way to one', () => {
  assert.equal(line({ error: 'No model selected.' }), 'no model');
  assert.equal(line({ error: 'No API key found for anthropic.' }), 'no model');
  assert.equal(line({ error: 'The provider said: No model selected.' }), 'error');
});

test('a refusal that only says again that the folder is gone is not said twice', () => {
  const error = 'The folder /work/shop is gone.';
  assert.equal(line({ error, goneFolder: '/work/shop' }), null);
  assert.equal(line({ error, goneFolder: '/work/shop', note: 'a note' }), 'note');
  assert.equal(line({ error, goneFolder: '/work/other' }), 'error');
  assert.equal(line({ error, goneFolder: null }), 'error');
});
