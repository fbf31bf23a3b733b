import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from './persisted.ts';
import { KeyBindings } from './key-bindings.svelte.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

test('what a person changed is there again when the page is opened the next time', () => {
  new KeyBindings().bind('compact', 'Alt+C');
  const again = new KeyBindings();
  assert.equal(again.keysOf('compact'), 'Alt+C');
  assert.equal(again.keysOf('openPalette'), 'Mod+K');
});

test('a key belongs to one action: whoever had it has none from then on', () => {
  const keys = new KeyBindings();
  assert.equal(keys.holderOf('Mod+J', 'compact'), 'toggleTerminal');
  keys.bind('compact', 'Mod+J');
  assert.equal(keys.keysOf('toggleTerminal'), '');
  assert.equal(keys.holderOf('Mod+J', 'compact'), null);
});

test('an action goes back to the key of the table, and takes it from whoever has it now', () => {
  const keys = new KeyBindings();
  keys.bind('compact', 'Mod+J');
  keys.reset('toggleTerminal');
  assert.equal(keys.keysOf('toggleTerminal'), 'Mod+J');
  assert.equal(keys.keysOf('compact'), '');
});

test('with everything reset nothing is stored', () => {
  const keys = new KeyBindings();
  keys.bind('abort', '');
  assert.equal(keys.hasChanges, true);
  keys.resetAll();
  assert.equal(keys.hasChanges, false);
  assert.equal(localStorage.length, 0);
});
