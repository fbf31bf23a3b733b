import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAction, isForInputMethod, isSendKey, keyLabel, keyProblem, keysOf } from './keys.ts';

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
const find = (event: Parameters<typeof keysOf>[0], onMac: boolean) =>
  findAction(keysOf(event, onMac), BINDINGS);

test('Mod is Ctrl, but Cmd on a Mac', () => {
  assert.equal(find(pressed('j', { ctrlKey: true }), false), 'terminal');
  assert.equal(find(pressed('j', { metaKey: true }), true), 'terminal');
  assert.equal(find(pressed('j', { ctrlKey: true }), true), null);
});

test('the key is found although the event has a capital letter with Shift', () => {
  assert.equal(find(pressed('O', { ctrlKey: true, shiftKey: true }), false), 'new_session');
});

test('the key is found although, with Alt on a Mac, the event has the character that it types', () => {
  assert.equal(find(pressed('µ', { altKey: true }, 'KeyM'), true), 'cycle_model');
});

test('a key with an additional modifier is a different key', () => {
  assert.equal(find(pressed('j', { ctrlKey: true, altKey: true }), false), null);
  assert.equal(find(pressed('j', { ctrlKey: true, metaKey: true }), false), null);
});

test('keys that type text, and modifiers alone, are not keys of the page', () => {
  assert.equal(keysOf(pressed('j', {}), false), null);
  assert.equal(keysOf(pressed('J', { shiftKey: true }), false), null);
  assert.equal(keysOf(pressed('Control', { ctrlKey: true }), false), null);
  assert.equal(keysOf(pressed('F8', {}), false), 'F8');
  assert.equal(keysOf(pressed('Escape', {}), false), 'Escape');
});

test('an action with several keys is found by each of them', () => {
  const bindings = { abort: 'Escape Mod+.' };
  assert.equal(findAction('Escape', bindings), 'abort');
  assert.equal(findAction('Mod+.', bindings), 'abort');
  assert.equal(findAction('Mod', bindings), null);
});

test('an action without keys is never found', () => {
  assert.equal(findAction('Mod+X', { fork: '' }), null);
});

test('a key that types text, or that belongs to the browser, cannot be chosen', () => {
  assert.match(keyProblem(null) ?? '', /needs Ctrl/);
  assert.match(keyProblem('Mod+W') ?? '', /belongs to the browser/);
  assert.equal(keyProblem('Mod+Shift+F'), null);
});

test('the Enter that ends a composition belongs to the input method; Safari marks it only by its key code', () => {
  const enter = (more: object) => ({ isComposing: false, keyCode: 13, ...more }) as KeyboardEvent;
  assert.equal(isForInputMethod(enter({ isComposing: true })), true);
  assert.equal(isForInputMethod(enter({ keyCode: 229 })), true);
  assert.equal(isForInputMethod(enter({})), false);
});

test('tooltips write keys as the platform does', () => {
  assert.equal(keyLabel('Mod+Shift+O', false), 'Ctrl+Shift+O');
  assert.equal(keyLabel('Mod+Shift+O', true), '⌘⇧O');
  assert.equal(keyLabel('Escape Mod+.', false), 'Esc, Ctrl+.');
  assert.equal(keyLabel('Alt+ArrowUp', false), 'Alt+↑');
  assert.equal(keyLabel('Alt+Shift+ArrowDown', true), '⌥⇧↓');
  assert.equal(keyLabel('', false), '');
});

test('Enter sends unless the user wants a new line from it; then it sends together with another key', () => {
  const enter = pressed('Enter', {});
  assert.deepEqual([isSendKey(enter, true), isSendKey(enter, false)], [true, false]);
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    assert.equal(isSendKey(pressed('Enter', held), false), true);
  for (const enterSends of [true, false])
    assert.equal(isSendKey(pressed('Enter', { shiftKey: true }), enterSends), false);
});
