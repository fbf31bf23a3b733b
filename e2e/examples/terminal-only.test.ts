import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terminalOnly } from './terminal-only.ts';

test('a call that RPC swallows excuses a missing point, a shortcut does not', () => {
  const lost = terminalOnly({
    calls: new Set(['setTheme']),
    source: "pi.registerShortcut('ctrl+u', {",
  });
  assert.deepEqual(
    lost.map(({ what, excuses }) => [what.split(',')[0], excuses]),
    [
      ['sets the theme', true],
      ['has a keyboard shortcut', false],
    ],
  );
});

test('an unknown call is named', () => {
  const [lost] = terminalOnly({ calls: new Set(['setMoon']), source: '' });
  assert.equal(lost?.what, 'calls setMoon, which has no effect here');
});

test('a call that is only mentioned in a comment does not count', () => {
  const source = '// No registerShortcut: the key is free\npi.registerTool({ name: "read" });';
  assert.deepEqual(terminalOnly({ calls: new Set(), source }), []);
});
