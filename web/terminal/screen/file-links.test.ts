import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IBufferRange, ILink, Terminal } from '@xterm/xterm';
import headless from '@xterm/headless';
import { fileLinkProvider, lineAt, placesIn } from './file-links.ts';

function places(text: string): string[] {
  return placesIn(text, '/home/me/project').map(
    ({ place, start, end }) => `${place.path}:${place.line ?? ''} as ${text.slice(start, end)}`,
  );
}

test('paths and line numbers are found as compilers, test runners and grep print them', () => {
  const lines: [string, string[]][] = [
    ['src/app.ts:12:5 - error TS2322: Type', ['src/app.ts:12 as src/app.ts:12:5']],
    ['src/app.ts(12,5): error TS2322: Type', ['src/app.ts:12 as src/app.ts(12,5)']],
    ['    at run (/home/me/project/src/a.ts:3:9)', ['src/a.ts:3 as /home/me/project/src/a.ts:3:9']],
    ['  File "lib/x.py", line 3', ['lib/x.py: as lib/x.py']],
    ['./pkg/main.go:7: undefined: x', ['pkg/main.go:7 as ./pkg/main.go:7']],
    ['src/a.ts:3:const a = 1;', ['src/a.ts:3 as src/a.ts:3']],
    ['M README.md and src/b.ts.', ['README.md: as README.md', 'src/b.ts: as src/b.ts']],
  ];
  for (const [text, expected] of lines) assert.deepEqual(places(text), expected, text);
});

test('paths outside of the workspace, URLs and times are not places', () => {
  for (const text of [
    '/etc/passwd:3',
    '../a.ts:3',
    'https://a.b/c.ts:3',
    '12:30:05 done',
    'v1.2.3',
    'and/or',
  ])
    assert.deepEqual(places(text), [], text);
});

test('even a line made to slow down the expression is searched quickly', () => {
  // Other processes take time, too.
  const before = process.cpuUsage();
  for (const text of ['a'.repeat(20_000), 'a:'.repeat(10_000), '('.repeat(20_000), 'a/b.ts:'.repeat(3000)])
    places(text);
  assert.ok(process.cpuUsage(before).user < 1_000_000);
});

const LINES: [title: string, line: string, path: string][] = [
  ['after wide characters', '漢字漢字漢字漢字 src/app.ts:1:5 error', 'src/app.ts:1:5'],
  ['of wide characters', 'in 漢字/漢字.ts:3 there', '漢字/漢字.ts:3'],
  ['after an emoji and combined characters', '\u{1f600} e\u0301 src/app.ts:1', 'src/app.ts:1'],
  [
    'over several rows',
    `${'x'.repeat(35)} src/some/long/folder/app.ts:1:5`,
    'src/some/long/folder/app.ts:1:5',
  ],
  [
    'over several rows, where a wide character does not fit',
    `${'x'.repeat(34)} src/字字字/字.ts:1`,
    'src/字字字/字.ts:1',
  ],
];
for (const [title, line, path] of LINES)
  test(`a link covers exactly its path: ${title}`, async () => {
    const terminal = new headless.Terminal({ allowProposedApi: true, cols: 40, rows: 5 });
    await new Promise<void>((resolve) => terminal.write(line, resolve));
    const { text, cells } = lineAt(terminal.buffer.active, 0);
    assert.equal(text.trimEnd(), line);
    assert.equal(cells.length, text.length);
    const [link] = await new Promise<ILink[]>((resolve) =>
      fileLinkProvider(terminal as unknown as Terminal, {
        workspace: () => '/home/me/project',
        open: () => undefined,
      }).provideLinks(1, (links) => resolve(links ?? [])),
    );
    assert.equal(link?.text, path);
    assert.equal(textIn(terminal, link.range), path);
    terminal.dispose();
  });

/** Returns the characters in a range of cells. */
function textIn(terminal: headless.Terminal, { start, end }: IBufferRange): string {
  let text = '';
  for (let y = start.y; y <= end.y; y++)
    for (let x = y === start.y ? start.x : 1; x <= (y === end.y ? end.x : terminal.cols); x++)
      text += terminal.buffer.active
        .getLine(y - 1)!
        .getCell(x - 1)!
        .getChars();
  return text;
}
