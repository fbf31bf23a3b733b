import assert from 'node:assert/strict';
import { test } from 'node:test';
import headless from '@xterm/headless';
import type { Terminal } from '@xterm/xterm';
import { CommandLines } from './command-lines.ts';

function setUp() {
  const terminal = new headless.Terminal({ allowProposedApi: true, cols: 20, rows: 5, scrollback: 100 });
  let place = 0;
  const marked: number[] = [];
  // The headless terminal draws nothing.
  Object.assign(terminal, {
    registerDecoration: ({ marker }: { marker: { line: number } }) => void marked.push(marker.line),
  });
  const lines = new CommandLines(terminal as unknown as Terminal, () => place);
  const print = (text: string): Promise<void> =>
    new Promise((resolve) => terminal.write(text, () => ((place += text.length), resolve())));
  return { terminal, lines, print, marked, place: () => place };
}

const out = (count: number): string => Array.from({ length: count }, (_, n) => `out ${n}\r\n`).join('');

test('a command is scrolled to, also when its mark came in other pieces than to the panel', async () => {
  const { terminal, lines, print, marked, place } = setUp();
  await print(`$ one\r\n`);
  const at = place();
  await print(`\x1b]133;C\x07${out(30)}$ two\r\n`);
  const second = place();
  await print(`\x1b]133;C\x07${out(30)}`);
  assert.equal(lines.show(at + 20, 1), true);
  assert.equal(terminal.buffer.active.viewportY, 0);
  assert.equal(lines.show(second, 1), true);
  assert.equal(terminal.buffer.active.viewportY, 31);
  assert.deepEqual(marked, [0, 31]);
  assert.equal(lines.show(at + 4000, 1), false);
});

test('a command that has left the scrollback is not scrolled to, and neither is one behind a full screen', async () => {
  const { lines, print, place } = setUp();
  await print('$ one\r\n');
  const at = place();
  await print(`\x1b]133;C\x07hi\r\n\x1b[?1049h`);
  assert.equal(lines.show(at, 1), false);
  await print(`\x1b[?1049l${out(200)}`);
  assert.equal(lines.show(at, 1), false);
});

test('the lines that the panel tells of a screen count once that screen is shown', async () => {
  const { terminal, lines, print } = setUp();
  await print(`$ one\r\n${out(30)}\x1b[?1049h`);
  lines.onScreen({ lines: [[500, 1]] });
  await print('\x1b[?1049l');
  assert.equal(lines.show(500, 1), true);
  assert.equal(terminal.buffer.active.viewportY, 0);
});
