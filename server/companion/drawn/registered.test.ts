import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictsIn } from './registered.ts';

const shortcut = (name: string, key: string) => ({ path: `/x/${name}`, name, key, description: '' });

test('a key that several extensions registered is named with them and the one that has it', () => {
  assert.deepEqual(
    conflictsIn([
      shortcut('a.ts', 'ctrl+shift+u'),
      shortcut('b.ts', 'alt+x'),
      shortcut('c.ts', 'Shift+Ctrl+U'),
      shortcut('d.ts', 'shift+u'),
    ]),
    ['a.ts and c.ts have the same shortcut ctrl+shift+u: that of c.ts is used.'],
  );
});
