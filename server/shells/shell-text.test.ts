import assert from 'node:assert/strict';
import { test } from 'node:test';
import headless from '@xterm/headless';
import { ShellText } from './shell-text.ts';

function setUp({ cols = 20, rows = 4, scrollback = 6 } = {}) {
  const terminal = new headless.Terminal({ allowProposedApi: true, cols, rows, scrollback });
  const write = (text: string): Promise<void> =>
    new Promise((resolve) => terminal.write(text.replaceAll('\n', '\r\n'), resolve));
  return { write, text: new ShellText(terminal) };
}

test('the last lines are read as text, and a line that only the width has broken is one', async () => {
  const { write, text } = setUp();
  await write('\u001B[31mred\u001B[0m\na line of more than twenty columns\n$ ');
  assert.equal(text.read(100).text, 'red\na line of more than twenty columns\n$ ');
  const { text: last, isCut } = text.read(1);
  assert.deepEqual([last, isCut], ['$ ', true]);
});

test('a later read returns what came since, with the line that has grown', async () => {
  const { write, text } = setUp();
  await write('one\ntw');
  const { next } = text.read(100);
  await write('o\nthree\n');
  assert.equal(text.read(100, next).text, 'two\nthree');
  // The line of the mark has been dropped.
  await write('x\n'.repeat(20));
  assert.equal(text.read(100, next).text, Array(9).fill('x').join('\n'));
  assert.equal(text.read(1, 999).text, 'x');
});
