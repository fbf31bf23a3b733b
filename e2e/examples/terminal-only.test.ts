import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terminalOnly } from './terminal-only.ts';

test('a call that RPC swallows excuses what is missing, how tools are drawn does not', () => {
  const lost = terminalOnly({
    calls: new Set(['setFooter']),
    source: 'renderResult(result, options, theme) {',
  });
  assert.deepEqual(
    lost.map(({ what, excuses }) => [what.split(',')[0], excuses]),
    [
      ['replaces the footer', true],
      ['draws its tools in the terminal; here they look like every tool', false],
    ],
  );
});

test('a call that is not known yet is named', () => {
  const [lost] = terminalOnly({ calls: new Set(['setMoon']), source: '' });
  assert.equal(lost?.what, 'calls setMoon, of which nothing comes');
});

test('what an example only speaks of in a comment is not held against it', () => {
  const source =
    '// No renderCall/renderResult - uses the built-in renderer\npi.registerTool({ name: "read" });';
  assert.deepEqual(terminalOnly({ calls: new Set(), source }), []);
});

test('code that asks whether pi has a terminal is found', () => {
  const lost = terminalOnly({ calls: new Set(), source: 'if (ctx.mode !== "tui") return;' });
  assert.equal(lost.length, 1);
});
