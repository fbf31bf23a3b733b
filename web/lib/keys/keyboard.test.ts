import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeKey } from './kitty-keys.ts';
import { LearnedKeyboard } from './keyboard.ts';

const typed = (key: string, code: string, held: 'shift' | 'ctrl+shift' | '' = '') => ({
  key,
  code,
  shiftKey: held !== '',
  altKey: false,
  ctrlKey: held === 'ctrl+shift',
  metaKey: false,
});

test('what a key types without Shift is learned from the user, and otherwise asked of the browser', async () => {
  const keyboard = new LearnedKeyboard(false, {
    keyboard: { getLayoutMap: () => Promise.resolve(new Map([['Digit7', '7']])) },
  });
  await new Promise(setImmediate);
  const press = (key: string, code: string) => encodeKey(typed(key, code, 'ctrl+shift'), 'press', keyboard);
  assert.equal(press('/', 'Digit7'), '\x1b[55:47;6u');
  assert.equal(press('_', 'Slash'), '\x1b[95:95:47;6u');
  keyboard.learn(typed('-', 'Slash'));
  keyboard.learn(typed('?', 'Slash', 'shift'));
  assert.equal(press('_', 'Slash'), '\x1b[45:95:47;6u');
});

test('a browser that does not tell its layout is no problem', async () => {
  const keyboard = new LearnedKeyboard(false, {
    keyboard: { getLayoutMap: () => Promise.reject(new Error('refused')) },
  });
  await new Promise(setImmediate);
  assert.equal(keyboard.unshifted('KeyA'), undefined);
  assert.equal(new LearnedKeyboard(false, {}).unshifted('KeyA'), undefined);
});
