import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../storage/persisted.ts';
import { KeyBindings } from './key-bindings.svelte.ts';

const DEFAULTS = { palette: 'Mod+K', terminal: 'Mod+J', abort: 'Mod+.', compact: '' };

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

test('the user’s changes are still there when the page is opened again', () => {
  new KeyBindings(DEFAULTS).bind('compact', 'Alt+C');
  const reopened = new KeyBindings(DEFAULTS);
  assert.equal(reopened.keysOf('compact'), 'Alt+C');
  assert.equal(reopened.keysOf('palette'), 'Mod+K');
});

test('a key belongs to one action only: the action that had it before loses it', () => {
  const keys = new KeyBindings(DEFAULTS);
  assert.equal(keys.holderOf('Mod+J', 'compact'), 'terminal');
  keys.bind('compact', 'Mod+J');
  assert.equal(keys.keysOf('terminal'), '');
  assert.equal(keys.holderOf('Mod+J', 'compact'), null);
});

test('a reset restores the default key of an action even if another action has it now', () => {
  const keys = new KeyBindings(DEFAULTS);
  keys.bind('compact', 'Mod+J');
  keys.reset('terminal');
  assert.equal(keys.keysOf('terminal'), 'Mod+J');
  assert.equal(keys.keysOf('compact'), '');
});

test('an action with two keys loses only the key that another action gets', () => {
  const keys = new KeyBindings({ ...DEFAULTS, abort: 'Escape Mod+.' });
  assert.equal(keys.holderOf('Escape', 'compact'), 'abort');
  keys.bind('compact', 'Escape');
  assert.equal(keys.keysOf('abort'), 'Mod+.');
  keys.reset('abort');
  assert.deepEqual([keys.keysOf('abort'), keys.keysOf('compact')], ['Escape Mod+.', '']);
});

test('nothing is stored after all keys were reset', () => {
  const keys = new KeyBindings(DEFAULTS);
  keys.bind('abort', '');
  assert.equal(keys.hasChanges, true);
  keys.resetAll();
  assert.equal(keys.hasChanges, false);
  assert.equal(localStorage.length, 0);
});

test('an action gets the key that it requested if it is free; otherwise its holder is reported', () => {
  const requested = { first: 'Alt+X', second: 'Alt+X', page: 'Mod+J', browser: 'Mod+R', none: '' };
  const keys = new KeyBindings(DEFAULTS, () => requested);
  assert.equal(keys.findAction('Alt+X'), 'second');
  assert.deepEqual(keys.holderOfRequested('first'), { action: 'second' });
  assert.equal(keys.findAction('Mod+J'), 'terminal');
  assert.deepEqual(keys.holderOfRequested('page'), { action: 'terminal' });
  assert.equal(keys.findAction('Mod+R'), null);
  assert.equal(keys.holderOfRequested('browser'), 'browser');
  assert.equal(keys.holderOfRequested('second'), null);
  assert.equal(keys.holderOfRequested('none'), null);
});

test('the key that the user chose for a shortcut is kept while its extension is not loaded, but is free then', () => {
  new KeyBindings(DEFAULTS, () => ({ shortcut: 'Mod+R' })).bind('shortcut', 'Alt+R');
  assert.equal(new KeyBindings(DEFAULTS).findAction('Alt+R'), null);
  const reloaded = new KeyBindings(DEFAULTS, () => ({ shortcut: 'Mod+R' }));
  assert.equal(reloaded.findAction('Alt+R'), 'shortcut');
  assert.equal(reloaded.holderOfRequested('shortcut'), null);
  reloaded.reset('shortcut');
  assert.equal(reloaded.keysOf('shortcut'), '');
});
