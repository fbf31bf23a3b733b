import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { FoundInFiles } from '../../../shared/searches.ts';
import { TOO_SLOW } from '../../lib/search-query.ts';
import { searchFiles } from './search-files.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';

/** A workspace with these files. */
async function setUp(t: TestContext, files: Record<string, string | Buffer>): Promise<Workspace> {
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-search-')));
  t.after(() => rm(dir, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), content);
  }
  await symlink('/etc', path.join(dir, 'outside')).catch(() => undefined);
  const workspace = await openWorkspace(dir);
  t.after(() => workspace.close());
  return workspace;
}

async function search(
  t: TestContext,
  files: Record<string, string | Buffer>,
  pattern: RegExp,
): Promise<FoundInFiles[]> {
  const workspace = await setUp(t, files);
  const found: FoundInFiles[] = [];
  for await (const group of workspace.search({ source: pattern.source, flags: pattern.flags }))
    found.push(group);
  return found;
}

const places = (found: FoundInFiles[]): string[] =>
  found.flatMap(({ files }) =>
    files.flatMap((file) =>
      file.lines.map(({ line, text, ranges }) => {
        const words = ranges.map(([start, length]) => text.slice(start, start + length));
        return `${file.path}:${line} ${words.join()}`;
      }),
    ),
  );

test('text is found in all files that git would not ignore, and not in binaries or through links', async (t) => {
  const found = await search(
    t,
    {
      'a.ts': 'one\nneedle and Needle\n',
      'src/b.ts': 'needle',
      '.gitignore': 'build\n',
      'build/c.ts': 'needle',
      'node_modules/d.js': 'needle',
      'image.png': Buffer.from('needle\0needle'),
    },
    /needle/gi,
  );
  assert.deepEqual(places(found).toSorted(), ['a.ts:2 needle,Needle', 'src/b.ts:1 needle']);
  assert.equal(found.at(-1)?.searched, found.at(-1)?.total);
});

test('text files that are too large, not readable or beyond the list are not said to be searched', async (t) => {
  const large = Buffer.alloc(10 * 1024 * 1024 + 1, 'needle ');
  const workspace = await setUp(t, {
    'a.ts': 'hay',
    'large.log': large,
    'image.bin': Buffer.from('needle\0'),
  });
  const last = async (paths: string[], rest = {}): Promise<FoundInFiles | undefined> => {
    let found: FoundInFiles | undefined;
    const all = () => Promise.resolve({ paths, leftOut: 0, ...rest });
    const pattern = { source: 'needle', flags: 'g' };
    for await (const group of searchFiles({ real: workspace.dir }, { all, pattern })) found = group;
    return found;
  };
  const { count, why } = (await last(['a.ts', 'large.log', 'image.bin', 'gone.ts']))?.skipped ?? {};
  assert.equal(count, 1, 'what is binary or gone has no text');
  assert.match(why ?? '', /^"large\.log" has 11 MiB/);
  const note = { leftOut: 7, note: 'There are more.' };
  assert.deepEqual((await last([], note))?.skipped, { count: 7, why: 'There are more.' });
  assert.deepEqual((await last(['large.log'], note))?.skipped, { count: 8, why: 'There are more.' });
  assert.deepEqual(await last(['a.ts']), { files: [], searched: 1, total: 1 });
});

test('a search can be limited to some files, and the others do not count', async (t) => {
  const workspace = await setUp(t, { 'a.ts': 'needle', 'b.js': 'needle', 'c.ts': 'hay' });
  const found: FoundInFiles[] = [];
  const isWanted = (path: string): boolean => path.endsWith('.ts');
  for await (const group of workspace.search({ source: 'needle', flags: 'g', isWanted })) found.push(group);
  assert.deepEqual(places(found), ['a.ts:1 needle']);
  assert.equal(found.at(-1)?.total, 2);
});

test('the part of a long line around its first match is shown', async (t) => {
  const found = await search(
    t,
    { 'a.min.js': `${'x'.repeat(50_000)}needle${'y'.repeat(50_000)}` },
    /needle/g,
  );
  assert.deepEqual(places(found), ['a.min.js:1 needle']);
  const [line] = found[0]?.files[0]?.lines ?? [];
  assert.deepEqual([line?.text.length, line?.column], [300, 50_001]);
});

test('every match in a line is marked in its place, and empty matches are left out', async (t) => {
  const found = await search(t, { 'a.txt': 'no\r\n  aab a\r\nb\n' }, /a*/g);
  assert.deepEqual(found[0]?.files, [
    {
      path: 'a.txt',
      lines: [
        {
          line: 2,
          text: '  aab a',
          column: 3,
          ranges: [
            [2, 2],
            [6, 1],
          ],
        },
      ],
    },
  ]);
});

test('a line of 300 characters is shown whole, a longer one from 60 characters before its first match', async (t) => {
  const lines = [
    `${'x'.repeat(294)}needle`,
    `${'x'.repeat(295)}needle`,
    `${'x'.repeat(30)}needle${'y'.repeat(300)}`,
    `${'x'.repeat(100)}needle${'y'.repeat(228)}needle needle`,
  ];
  const found = await search(t, { 'a.txt': lines.join('\n') }, /needle/g);
  assert.deepEqual(
    found[0]?.files[0]?.lines.map(({ text, ranges }) => [text.length, ranges]),
    [
      [300, [[294, 6]]],
      [66, [[60, 6]]],
      [300, [[30, 6]]],
      // Only the first letters of the second one are shown, and nothing of the third one.
      [
        300,
        [
          [60, 6],
          [294, 6],
        ],
      ],
    ],
  );
});

test('files are searched 32 at a time, and a search that is given up goes no further', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`${n}.txt`, `needle ${n}`]));
  const workspace = await setUp(t, files);
  const given = new AbortController();
  const searched: number[] = [];
  for await (const group of workspace.search({ source: 'needle', flags: 'g' }, given.signal)) {
    assert.equal(group.total, 70);
    assert.equal(group.files.length, group.searched - (searched.at(-1) ?? 0));
    searched.push(group.searched);
    if (searched.length === 2) given.abort();
  }
  assert.deepEqual(searched, [32, 64]);
});

test('the thread of a search ends with it, also when nobody waits for the rest', async (t) => {
  const end = t.mock.method(Worker.prototype, 'terminate');
  const workspace = await setUp(t, { 'a.txt': 'needle' });
  for await (const { files } of workspace.search({ source: 'needle', flags: 'g' })) {
    assert.deepEqual([files.length, end.mock.callCount()], [1, 0]);
    break;
  }
  assert.equal(end.mock.callCount(), 1);
});

test('exactly as many lines as are listed do not count as cut', async (t) => {
  const found = await search(t, { 'a.txt': 'needle\n'.repeat(100) }, /needle/g);
  assert.equal(found[0]?.files[0]?.lines.length, 100);
  assert.ok(!('isCut' in found[0].files[0]) && !('isCut' in found[0]));
  // As many in all, and no file is left that was not searched.
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n, 'needle\n'.repeat(100)]));
  const all = await search(t, files, /needle/g);
  assert.deepEqual([all.length, all[0]?.searched, 'isCut' in all[0]!], [1, 20, false]);
});

test('a file that is too large, or was removed since, is passed over', async (t) => {
  const workspace = await setUp(t, {
    'large.txt': Buffer.alloc(10 * 1024 * 1024 + 1, 'needle '),
    'gone.txt': 'needle',
    'there.txt': 'needle',
  });
  await workspace.find('');
  await rm(path.join(workspace.dir, 'gone.txt'));
  const found: FoundInFiles[] = [];
  for await (const group of workspace.search({ source: 'needle', flags: 'g' })) found.push(group);
  assert.deepEqual(places(found), ['there.txt:1 needle']);
  assert.deepEqual([found[0]?.searched, found[0]?.total], [3, 3]);
});

test('the lines that are listed are limited, for a file and for all', async (t) => {
  const text = 'needle\n'.repeat(150);
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}.txt`, text]));
  const found = await search(t, files, /needle/g);
  assert.equal(found[0]?.files[0]?.lines.length, 100);
  assert.equal(found[0]?.files[0]?.isCut, true);
  assert.equal(found.at(-1)?.isCut, true);
  assert.deepEqual([found.length, found[0]?.searched], [1, 32], 'after 2000 lines nothing more is searched');
});

test('S-73: an expression that takes forever is given up', async (t) => {
  const workspace = await setUp(t, { 'a.txt': `${'a'.repeat(200)}!` });
  const found: FoundInFiles[] = [];
  const all = async () => ({ paths: ['a.txt'], leftOut: 0 });
  const pattern = { source: '(a+)+$', flags: 'g' };
  for await (const group of searchFiles({ real: workspace.dir }, { all, pattern, maxGroupMs: 100 }))
    found.push(group);
  assert.deepEqual(found, [{ files: [], searched: 0, total: 1, error: TOO_SLOW }]);
});

test('what is computed does not count as time of the disk, so a busy machine does not look like a lost one', async (t) => {
  const workspace = await setUp(t, { 'a.txt': `${'a'.repeat(200)}!` });
  const all = async () => ({ paths: ['a.txt'], leftOut: 0 });
  const pattern = { source: '(a+)+$', flags: 'g' };
  const ended: boolean[] = [];
  const onDisk = <T>(act: () => Promise<T>): Promise<T> =>
    act().then(
      (result) => (ended.push(true), result),
      (error: unknown) => {
        ended.push(false);
        throw error;
      },
    );
  const found: FoundInFiles[] = [];
  for await (const group of searchFiles({ real: workspace.dir }, { all, pattern, maxGroupMs: 100, onDisk }))
    found.push(group);
  assert.equal(found.at(-1)?.error, TOO_SLOW);
  // The list, ripgrep and the files. The thread that was ended is none of them.
  assert.deepEqual(ended, [true, true, true]);
});

test('under `node --watch`, the reports of Node about the thread are not taken for matches', async (t) => {
  process.env.WATCH_REPORT_DEPENDENCIES = '1';
  t.after(() => delete process.env.WATCH_REPORT_DEPENDENCIES);
  assert.deepEqual(places(await search(t, { 'a.ts': 'needle\n' }, /needle/g)), ['a.ts:1 needle']);
});
