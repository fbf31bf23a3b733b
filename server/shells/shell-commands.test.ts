import assert from 'node:assert/strict';
import { test } from 'node:test';
import headless from '@xterm/headless';
import { ShellCommandList } from './shell-commands.ts';

function setUp(key: string | null = null, cols = 80) {
  const screen = new headless.Terminal({ allowProposedApi: true, cols, rows: 5, scrollback: 50 });
  let place = 0;
  const folders: string[] = [];
  const list = new ShellCommandList({
    ...{ screen, key, place: () => place, folder: () => folders.at(-1) ?? null, onChange: () => undefined },
    onFolder: (folder) => folders.push(folder),
  });
  const print = (text: string): Promise<void> =>
    new Promise((resolve) => screen.write(text, () => ((place += text.length), resolve())));
  const texts = (): string[] => list.list().map(({ text }) => text);
  return { list, print, texts, folders };
}

const mark = (text: string): string => `\x1b]133;${text}\x07`;

test('a command that the shell does not tell is read from the screen, however it is wrapped', async () => {
  const { list, print, texts } = setUp(null, 10);
  await print(`${mark('A')}$ ${mark('B')}echo 漢字 one  two\r\n${mark('C')}out\r\n`);
  assert.deepEqual(texts(), ['echo 漢字 one  two']);
  assert.equal(list.list()[0]?.endedAt, null);
  await print(mark('D;0'));
  assert.equal(list.list()[0]?.status, 0);
});

test('the prompt may be drawn again, with what was typed so far', async () => {
  const { print, texts } = setUp();
  await print(`${mark('A')}$ ${mark('B')}ec`);
  await print(`\x1b[H\x1b[2J$ ${mark('B')}echo\r\n${mark('C')}`);
  assert.deepEqual(texts(), ['echo']);
});

test('marks of programs do not count in a shell whose marks have a key', async () => {
  const { list, print, texts } = setUp('secret');
  const own = (text: string): string => mark(`${text};aid=secret`);
  await print(`${own('A')}$ \x1b]633;E;cat odd;secret\x07${own('C')}`);
  await print(`${mark('D;0')}${mark('A')}\x1b]633;E;rm -rf /\x07${mark('C')}${mark('C;aid=guess')}`);
  assert.deepEqual(texts(), ['cat odd']);
  assert.equal(list.list()[0]?.endedAt, null);
  await print(`${own('D;2')}${own('A')}`);
  assert.equal(list.list()[0]?.status, 2);
});

test('an end without a command, an empty line and a status that is none are no commands', async () => {
  const { list, print } = setUp();
  await print(mark('D;0') + mark('A') + mark('B') + mark('D;130') + mark('A') + mark('Q') + mark(''));
  assert.deepEqual(list.list(), []);
  await print(mark('C') + mark('D;much'));
  assert.equal(list.list()[0]?.status, null);
  assert.notEqual(list.list()[0]?.endedAt, null);
});

test('a prompt ends a command whose end the shell did not tell, and so does the end of the shell', async () => {
  const { list, print } = setUp();
  await print(mark('C') + mark('A'));
  await print(mark('C'));
  list.end(3);
  assert.deepEqual(
    list.list().map(({ endedAt, status }) => [endedAt === null, status]),
    [
      [false, null],
      [false, 3],
    ],
  );
});

test('of ten thousand commands the newest are kept, by the same numbers, and each change is listed once', async () => {
  const { list, print } = setUp();
  const all = Array.from(
    { length: 10_000 },
    (_, n) => `\x1b]633;E;echo ${n + 1}\x07${mark('C')}${n + 1}\r\n${mark('D;0')}`,
  );
  while (all.length > 0) await print(all.splice(0, 500).join(''));
  const kept = list.list();
  assert.equal(kept.length, 500);
  assert.deepEqual([list.first, kept[0]?.number, kept.at(-1)?.number], [9501, 9501, 10_000]);
  assert.equal(kept.at(-1)?.text, 'echo 10000');
  // Those whose lines have left the scrollback cannot be shown any more.
  assert.ok(list.lines.length <= 55);
  const { revision } = list;
  await print(mark('C'));
  assert.deepEqual(
    list.list(revision).map(({ number }) => number),
    [10_001],
  );
});

test('a text and a folder may contain anything, and are bounded', async () => {
  const { print, texts, folders } = setUp();
  await print(`${String.raw`[633;E;a\x3bb\\x41\x0ac`.replace('[', '\x1b]')}\x07${mark('C')}${mark('D')}`);
  assert.deepEqual(texts(), ['a;b\\x41\nc']);
  await print(`\x1b]633;E;${'x'.repeat(50_000)}\x07${mark('C')}`);
  assert.equal(texts()[1]?.length, 4000);
  await print(
    '\x1b]633;P;Cwd=/a\\x3b b\x07\x1b]7;file://host/tmp/a%20b\x07\x1b]7;https://x/\x07\x1b]7;%\x07',
  );
  assert.deepEqual(folders, ['/a; b', '/tmp/a b']);
});
