import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terminalOnly } from './terminal-only.ts';

test('a call that RPC swallows excuses a missing point, custom tool rendering does not', () => {
  const lost = terminalOnly({
    calls: new Set(['setTheme']),
    source: 'renderResult(result, options, theme) {',
  });
  assert.deepEqual(
    lost.map(({ what, excuses }) => [what.split(',')[0], excuses]),
    [
      ['sets the theme', true],
      ['uses custom tool rendering; here its tools look like any other', false],
    ],
  );
});

test('an unknown call is named', () => {
  const [lost] = terminalOnly({ calls: new Set(['setMoon']), source: '' });
  assert.equal(lost?.what, 'calls setMoon, which has no effect here');
});

test('a call that is only mentioned in a comment does not count', () => {
  const source =
    '// No renderCall/renderResult - uses the built-in renderer\npi.registerTool({ name: "read" });';
  assert.deepEqual(terminalOnly({ calls: new Set(), source }), []);
});
