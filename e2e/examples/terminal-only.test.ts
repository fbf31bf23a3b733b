import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terminalOnly } from './terminal-only.ts';

test('a call without effect and output to the terminal excuse a missing point', () => {
  const lost = terminalOnly({
    calls: new Set(['setMoon']),
    source: "process.stdout.write('\\x1b[2J');",
  });
  assert.deepEqual(
    lost.map(({ what, excuses }) => [what.split(',')[0], excuses]),
    [
      ['calls setMoon', true],
      ['writes to the terminal', true],
    ],
  );
});

test('an unknown call is named', () => {
  const [lost] = terminalOnly({ calls: new Set(['setMoon']), source: '' });
  assert.equal(lost?.what, 'calls setMoon, which has no effect here');
});

test('a call that works on the page does not count as a loss', () => {
  for (const source of [
    "pi.registerShortcut('ctrl+u', {}); // and themePaths",
    'process.stdout.write(`\\x1b]777;notify;${title}\\x07`);',
  ])
    assert.deepEqual(terminalOnly({ calls: new Set(), source }), []);
});
