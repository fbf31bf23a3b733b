import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyBindings } from './key-bindings.svelte.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('what a person changed is there again when the page is opened the next time', () => {
  const kept = storage();
  new KeyBindings(kept).bind('compact', 'Alt+C');
  const again = new KeyBindings(kept);
  assert.equal(again.keysOf('compact'), 'Alt+C');
  assert.equal(again.keysOf('openPalette'), 'Mod+K');
});

test('a key belongs to one action: whoever had it has none from then on', () => {
  const keys = new KeyBindings(storage());
  assert.equal(keys.holderOf('Mod+J', 'compact'), 'toggleTerminal');
  keys.bind('compact', 'Mod+J');
  assert.equal(keys.keysOf('toggleTerminal'), '');
  assert.equal(keys.holderOf('Mod+J', 'compact'), null);
});

test('an action goes back to the key of the table, and takes it from whoever has it now', () => {
  const keys = new KeyBindings(storage());
  keys.bind('compact', 'Mod+J');
  keys.reset('toggleTerminal');
  assert.equal(keys.keysOf('toggleTerminal'), 'Mod+J');
  assert.equal(keys.keysOf('compact'), '');
});

test('with everything reset nothing is stored', () => {
  const kept = storage();
  const keys = new KeyBindings(kept);
  keys.bind('abort', '');
  assert.equal(keys.hasChanges, true);
  keys.resetAll();
  assert.equal(keys.hasChanges, false);
  assert.equal(kept.kept.size, 0);
});
