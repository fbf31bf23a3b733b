import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf } from './terminal-bytes.ts';

test('free keys are translated to what a terminal sends', () => {
  assert.equal(bytesOf('Escape'), '\x1b');
  assert.equal(bytesOf('Mod+]'), '\x1d');
  assert.equal(bytesOf('Alt+X'), '\x1bx');
  assert.equal(bytesOf('Mod+Alt+G'), '\x1b\x07');
  for (const keys of ['Mod+C', 'Mod+Shift+U', 'F8', 'Mod+1', 'Alt+ArrowUp'])
    assert.equal(bytesOf(keys), null, keys);
});
