import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAction, keyLabel, keysOf } from './keys.ts';

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
const BINDINGS = { terminal: 'Mod+J', new_session: 'Mod+Shift+O', cycle_model: 'Alt+M', fork: '' };
const find = (event: Parameters<typeof keysOf>[0], onMac: boolean) => findAction(event, BINDINGS, onMac);

test('Mod is Ctrl, but Cmd on a Mac', () => {
  assert.equal(find(pressed('j', { ctrlKey: true }), false), 'terminal');
  assert.equal(find(pressed('j', { metaKey: true }), true), 'terminal');
  assert.equal(find(pressed('j', { ctrlKey: true }), true), null);
});

test('with Shift the event has a capital letter, and the key is still found', () => {
  assert.equal(find(pressed('O', { ctrlKey: true, shiftKey: true }), false), 'new_session');
});

test('with Alt on a Mac the event has the character that is typed, and the key is still found', () => {
  assert.equal(find(pressed('µ', { altKey: true }, 'KeyM'), true), 'cycle_model');
});

test('an additional modifier makes another key', () => {
  assert.equal(find(pressed('j', { ctrlKey: true, altKey: true }), false), null);
  assert.equal(find(pressed('j', { ctrlKey: true, metaKey: true }), false), null);
});

test('keys that type text and a modifier alone are not keys of the page', () => {
  assert.equal(keysOf(pressed('j', {}), false), null);
  assert.equal(keysOf(pressed('J', { shiftKey: true }), false), null);
  assert.equal(keysOf(pressed('Control', { ctrlKey: true }), false), null);
  assert.equal(keysOf(pressed('F8', {}), false), 'F8');
});

test('a tooltip shows a key as the platform does', () => {
  assert.equal(keyLabel('Mod+Shift+O', false), 'Ctrl+Shift+O');
  assert.equal(keyLabel('Mod+Shift+O', true), '⌘⇧O');
});
