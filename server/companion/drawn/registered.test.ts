import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictsIn, factsOf } from './registered.ts';

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

test('a tool is reported if it says more than its name, with the hints of its author that matter', () => {
  assert.equal(factsOf('bash', undefined), null);
  assert.equal(factsOf('bash', { label: 'bash' }), null);
  assert.deepEqual(factsOf('steps', { label: 'Steps' }), { name: 'steps', label: 'Steps' });
  const namespace = { name: 'mcp__clock', aliases: ['clock'] };
  const annotations = { readOnlyHint: true, destructiveHint: true };
  assert.deepEqual(factsOf('mcp__clock__tell', { label: 'clock/tell', namespace, annotations }), {
    ...{ name: 'mcp__clock__tell', label: 'clock/tell' },
    ...{ group: 'clock', isReadOnly: true },
  });
  assert.deepEqual(factsOf('wipe', { label: 7, annotations: { destructiveHint: true } }), {
    ...{ name: 'wipe', label: 'wipe' },
    isDestructive: true,
  });
});
