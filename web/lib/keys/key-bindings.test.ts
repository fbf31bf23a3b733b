import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../storage/persisted.ts';
import { KeyBindings } from './key-bindings.svelte.ts';

const DEFAULTS = { palette: 'Mod+K', terminal: 'Mod+J', abort: 'Mod+.', compact: '' };

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

test('what the user changed is there again when the page is opened the next time', () => {
  new KeyBindings(DEFAULTS).bind('compact', 'Alt+C');
  const again = new KeyBindings(DEFAULTS);
  assert.equal(again.keysOf('compact'), 'Alt+C');
  assert.equal(again.keysOf('palette'), 'Mod+K');
});

test('a key belongs to one action: the action that had it loses it', () => {
  const keys = new KeyBindings(DEFAULTS);
  assert.equal(keys.holderOf('Mod+J', 'compact'), 'terminal');
  keys.bind('compact', 'Mod+J');
  assert.equal(keys.keysOf('terminal'), '');
  assert.equal(keys.holderOf('Mod+J', 'compact'), null);
});

test('a reset gives an action its default key back, also when another action has it now', () => {
  const keys = new KeyBindings(DEFAULTS);
  keys.bind('compact', 'Mod+J');
  keys.reset('terminal');
  assert.equal(keys.keysOf('terminal'), 'Mod+J');
  assert.equal(keys.keysOf('compact'), '');
});

test('an action with two keys loses only the one that another action takes', () => {
  const keys = new KeyBindings({ ...DEFAULTS, abort: 'Escape Mod+.' });
  assert.equal(keys.holderOf('Escape', 'compact'), 'abort');
  keys.bind('compact', 'Escape');
  assert.equal(keys.keysOf('abort'), 'Mod+.');
  keys.reset('abort');
  assert.deepEqual([keys.keysOf('abort'), keys.keysOf('compact')], ['Escape Mod+.', '']);
});

test('after a reset of everything nothing is stored', () => {
  const keys = new KeyBindings(DEFAULTS);
  keys.bind('abort', '');
  assert.equal(keys.hasChanges, true);
  keys.resetAll();
  assert.equal(keys.hasChanges, false);
  assert.equal(localStorage.length, 0);
});

test('a wanted key is given where it is free, and what has it otherwise is known', () => {
  const wanted = { first: 'Alt+X', second: 'Alt+X', page: 'Mod+J', browser: 'Mod+R', none: '' };
  const keys = new KeyBindings(DEFAULTS, () => wanted);
  assert.equal(keys.findAction('Alt+X'), 'second');
  assert.deepEqual(keys.holderOfWanted('first'), { action: 'second' });
  assert.equal(keys.findAction('Mod+J'), 'terminal');
  assert.deepEqual(keys.holderOfWanted('page'), { action: 'terminal' });
  assert.equal(keys.findAction('Mod+R'), null);
  assert.equal(keys.holderOfWanted('browser'), 'browser');
  assert.equal(keys.holderOfWanted('second'), null);
  assert.equal(keys.holderOfWanted('none'), null);
});

test('a key that was chosen for a shortcut is kept while its extension is not loaded, and blocks nothing then', () => {
  new KeyBindings(DEFAULTS, () => ({ shortcut: 'Mod+R' })).bind('shortcut', 'Alt+R');
  assert.equal(new KeyBindings(DEFAULTS).findAction('Alt+R'), null);
  const again = new KeyBindings(DEFAULTS, () => ({ shortcut: 'Mod+R' }));
  assert.equal(again.findAction('Alt+R'), 'shortcut');
  assert.equal(again.holderOfWanted('shortcut'), null);
  again.reset('shortcut');
  assert.equal(again.keysOf('shortcut'), '');
});
