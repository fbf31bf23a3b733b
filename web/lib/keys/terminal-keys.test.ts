import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCommonKey, keysOfPi } from './terminal-keys.ts';

test('keys of pi are translated to the notation of the page', () => {
  assert.equal(keysOfPi('ctrl+shift+u'), 'Mod+Shift+U');
  assert.equal(keysOfPi('shift+ctrl+alt+p'), 'Mod+Alt+Shift+P');
  assert.equal(keysOfPi('alt+up'), 'Alt+ArrowUp');
  assert.equal(keysOfPi('f8'), 'F8');
  assert.equal(keysOfPi('ctrl+]'), 'Mod+]');
});

test('keys that type, or that a text field needs, are not keys of the page', () => {
  for (const key of ['x', 'shift+tab', 'escape', 'ctrl+space', '']) assert.equal(keysOfPi(key), null, key);
});

test('keys of the browser and of text fields are recognized', () => {
  for (const keys of ['Mod+R', 'Mod+C', 'F5', 'Mod+Shift+T', 'Alt+ArrowLeft'])
    assert.ok(isCommonKey(keys), keys);
  for (const keys of ['Mod+Shift+U', 'Alt+X', 'F8']) assert.ok(!isCommonKey(keys), keys);
});
