import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyIdOf, keyLabel, KEYS } from './keys.ts';

const pressed = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>>,
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test('Mod is Ctrl, but Cmd on a Mac', () => {
  assert.equal(keyIdOf(pressed('j', { ctrlKey: true }), false), 'toggleTerminal');
  assert.equal(keyIdOf(pressed('j', { metaKey: true }), true), 'toggleTerminal');
  assert.equal(keyIdOf(pressed('j', { ctrlKey: true }), true), null);
});

test('with Shift the browser gives a capital letter, and the key is still found', () => {
  assert.equal(keyIdOf(pressed('O', { ctrlKey: true, shiftKey: true }), false), 'newSession');
});

test('one modifier too many is another key', () => {
  assert.equal(keyIdOf(pressed('j', { ctrlKey: true, altKey: true }), false), null);
  assert.equal(keyIdOf(pressed('j', { ctrlKey: true, metaKey: true }), false), null);
});

test('no two entries of the table have the same key', () => {
  const keys = Object.values(KEYS).map((entry) => entry.keys);
  assert.equal(new Set(keys).size, keys.length);
});

test('a key is written as its platform writes it', () => {
  assert.equal(keyLabel('Mod+Shift+O', false), 'Ctrl+Shift+O');
  assert.equal(keyLabel('Mod+Shift+O', true), '⌘⇧O');
});
