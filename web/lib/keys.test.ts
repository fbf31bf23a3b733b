import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionOf, DEFAULT_BINDINGS, keyLabel, keysOf } from './keys.ts';

const pressed = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>>,
  code = '',
) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});
const byDefault = (event: Parameters<typeof keysOf>[0], onMac: boolean) =>
  actionOf(event, DEFAULT_BINDINGS, onMac);

test('Mod is Ctrl, but Cmd on a Mac', () => {
  assert.equal(byDefault(pressed('j', { ctrlKey: true }), false), 'toggleTerminal');
  assert.equal(byDefault(pressed('j', { metaKey: true }), true), 'toggleTerminal');
  assert.equal(byDefault(pressed('j', { ctrlKey: true }), true), null);
});

test('with Shift the browser gives a capital letter, and the key is still found', () => {
  assert.equal(byDefault(pressed('O', { ctrlKey: true, shiftKey: true }), false), 'newSession');
});

test('with Alt a Mac gives the sign that it types, and the key is still found', () => {
  assert.equal(byDefault(pressed('µ', { altKey: true }, 'KeyM'), true), 'cycle_model');
});

test('one modifier too many is another key', () => {
  assert.equal(byDefault(pressed('j', { ctrlKey: true, altKey: true }), false), null);
  assert.equal(byDefault(pressed('j', { ctrlKey: true, metaKey: true }), false), null);
});

test('what a person types text with, and a modifier alone, is no key of the page', () => {
  assert.equal(keysOf(pressed('j', {}), false), null);
  assert.equal(keysOf(pressed('J', { shiftKey: true }), false), null);
  assert.equal(keysOf(pressed('Control', { ctrlKey: true }), false), null);
  assert.equal(keysOf(pressed('F8', {}), false), 'F8');
});

test('no two actions have the same key', () => {
  const keys = Object.values(DEFAULT_BINDINGS).filter((own) => own !== '');
  assert.equal(new Set(keys).size, keys.length);
});

test('no key is Ctrl+Alt, which is how many keyboards type a sign', () => {
  assert.deepEqual(
    Object.values(DEFAULT_BINDINGS).filter((keys) => /Mod\+Alt/.test(keys)),
    [],
  );
});

test('a key is written as its platform writes it', () => {
  assert.equal(keyLabel('Mod+Shift+O', false), 'Ctrl+Shift+O');
  assert.equal(keyLabel('Mod+Shift+O', true), '⌘⇧O');
});
