import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import { asNobody } from './fixtures/as-nobody.ts';
import { ignoreRules } from './ignore-rules.ts';
import { listFolder } from './list-folder.ts';
import { temporaryName } from './temporary-name.ts';
import type { Workspace } from './workspace.ts';
import { openWorkspace } from './workspace.ts';

let folder = '';
let dir = '';
let workspace: Workspace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'list-'));
  dir = join(folder, 'ws');
  await mkdir(join(dir, 'src', 'deep'), { recursive: true });
  await mkdir(join(folder, 'ws-evil'));
  workspace = await openWorkspace(dir);
});

afterEach(async () => {
  workspace?.close();
  await rm(folder, { recursive: true });
});

const onUnix = { skip: process.platform === 'win32' && 'other rights and files' };
const names = async (path: string) => (await workspace.list(path)).entries.map(({ name }) => name);

test('folders come first, then files in natural order, without .git', async () => {
  await mkdir(join(dir, '.git'));
  await mkdir(join(dir, 'Zebra'));
  for (const name of ['b10.txt', 'b2.txt', 'B1.txt', '.env']) await writeFile(join(dir, name), 'x');
  assert.deepEqual(await names(''), ['src', 'Zebra', '.env', 'B1.txt', 'b2.txt', 'b10.txt']);
  await writeFile(join(dir, 'src', '.git'), 'gitdir: elsewhere');
  assert.deepEqual(await names('src'), ['deep']);
});

test('names that differ only in case, or not at all for a collator, have a fixed order', async () => {
  for (const name of ['b', 'a', 'B', 'A', '02', '2', '10']) await writeFile(join(dir, 'src', name), '');
  await rm(join(dir, 'src', 'deep'), { recursive: true });
  assert.deepEqual(await names('src'), ['02', '2', '10', 'A', 'a', 'B', 'b']);
});

test(
  'K2: names that are not UTF-8 are listed with their bytes escaped, each once, as something that cannot be opened',
  { skip: process.platform !== 'linux' && 'names are always Unicode' },
  async () => {
    const named = (name: string): Buffer =>
      Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(name, 'latin1')]);
    await writeFile(named('caf\xe9.txt'), 'four');
    await writeFile(join(dir, 'caf\\xe9.txt'), 'same when it is shown');
    await mkdir(named('d\xe9'));
    const { entries } = await workspace.list('');
    assert.deepEqual(
      entries.map(({ name, type, size }) => [name, type, type === 'dir' || name.startsWith('d') ? 0 : size]),
      [
        ['src', 'dir', 0],
        ['caf\\xe9.txt', 'file', 21],
        ['caf\\xe9.txt?', 'other', 4],
        ['d\\xe9', 'other', 0],
      ],
    );
  },
);

test('an entry has its type, its size in bytes, and its time in ms', async () => {
  await writeFile(join(dir, 'a.txt'), 'äb');
  await utimes(join(dir, 'a.txt'), 1_700_000_000, 1_700_000_000);
  const { entries, truncated } = await workspace.list('');
  assert.deepEqual(entries[1], { name: 'a.txt', type: 'file', size: 3, mtime: 1_700_000_000_000 });
  assert.equal(entries[0]?.type, 'dir');
  assert.equal(truncated, false);
});

test('S-36: a link has the type of its target, and one to a folder inside is listed among the folders', async () => {
  await writeFile(join(dir, 'a.txt'), 'x');
  await symlink('a.txt', join(dir, 'to-file'));
  await symlink('src', join(dir, 'to-folder'));
  await symlink('../ws-evil', join(dir, 'to-outside'));
  await symlink('nowhere', join(dir, 'to-nothing'));
  await symlink('to-itself', join(dir, 'to-itself'));
  const { entries } = await workspace.list('');
  const links = entries.filter(({ type }) => type === 'link').map(({ name, target }) => [name, target]);
  assert.deepEqual(links, [
    ['to-folder', 'dir'],
    ['to-file', 'file'],
    ['to-itself', 'missing'],
    ['to-nothing', 'missing'],
    ['to-outside', 'outside'],
  ]);
  assert.deepEqual(await names('to-folder'), ['deep']);
});

test(
  'an entry that is neither file, folder nor link is listed as something else, also behind a link',
  onUnix,
  async () => {
    execFileSync('mkfifo', [join(dir, 'fifo')]);
    await symlink('fifo', join(dir, 'to-fifo'));
    const { entries } = await workspace.list('');
    assert.deepEqual(
      entries.map(({ name, type, target }) => [name, type, target]),
      [
        ['src', 'dir', undefined],
        ['fifo', 'other', undefined],
        ['to-fifo', 'link', 'other'],
      ],
    );
  },
);

test('a link into a folder that the user may not enter has no target', onUnix, async () => {
  await writeFile(join(dir, 'src', 'a.txt'), '');
  await symlink('src/deep/a.txt', join(dir, 'link'));
  await symlink('src/a.txt/b', join(dir, 'through-file'));
  await chmod(join(dir, 'src/deep'), 0);
  const { entries } = await asNobody([folder, dir, join(dir, 'src/deep')], () => workspace.list(''));
  assert.deepEqual(
    entries.map(({ name, target }) => [name, target]),
    [
      ['src', undefined],
      ['link', 'missing'],
      ['through-file', 'missing'],
    ],
  );
  await chmod(join(dir, 'src/deep'), 0o755);
});

test('S-36: a folder outside, a missing one, and a file are refused', async () => {
  await symlink('../ws-evil', join(dir, 'out'));
  await writeFile(join(dir, 'a.txt'), 'x');
  const cases: [string, number][] = [
    ['out', 403],
    ['nothing', 404],
    ['a.txt', 400],
    ['../ws-evil', 400],
    ['/etc', 400],
  ];
  for (const [path, status] of cases) {
    await assert.rejects(
      workspace.list(path),
      (error) => error instanceof Refusal && error.status === status,
      path,
    );
  }
});

test('ignored entries are marked, by nested rules and below an ignored folder', async () => {
  await writeFile(join(dir, '.gitignore'), 'dist/\n*.log\n');
  await writeFile(join(dir, 'src', '.gitignore'), '!keep.log\n');
  await mkdir(join(dir, 'dist', 'assets'), { recursive: true });
  for (const path of ['a.log', 'src/keep.log', 'src/b.log', 'dist/assets/x.js'])
    await writeFile(join(dir, path), '');
  const ignored = async (path: string) =>
    (await workspace.list(path)).entries.flatMap(({ name, ignored }) => (ignored ? [name] : []));
  assert.deepEqual(await ignored(''), ['dist', 'a.log']);
  assert.deepEqual(await ignored('src'), ['b.log']);
  assert.deepEqual(await ignored('dist/assets'), ['x.js']);
  await symlink('dist', join(dir, 'linked'));
  assert.deepEqual(await ignored('linked'), ['assets'], 'through a link the rules of the real place hold');
  await writeFile(join(dir, '.gitignore'), '*.md\n');
  assert.deepEqual(await ignored(''), [], 'a rule file that has changed is read again');
});

test('R-46: past the limit only the first names are listed, and the listing is marked as truncated', async () => {
  await mkdir(join(dir, 'many', 'z'), { recursive: true });
  for (const name of ['c', 'a', 'b']) await writeFile(join(dir, 'many', name), '');
  const list = (maxEntries: number) =>
    listFolder({ real: workspace.dir }, { path: 'many', rules: ignoreRules(workspace.dir), maxEntries });
  const few = await list(3);
  assert.deepEqual([few.entries.map(({ name }) => name), few.truncated], [['z', 'a', 'b'], true]);
  assert.equal((await list(4)).truncated, false);
});

test('R-42: what is unfinished is hidden, and removed once its process must be dead, a folder as well', async (t) => {
  const [own, file, folder] = [
    temporaryName(),
    '.pi-panel-0123456789abcdef.tmp',
    '.pi-panel-fedcba9876543210.tmp',
  ];
  for (const name of [own, file]) await writeFile(join(dir, 'src', name), 'x');
  await mkdir(join(dir, 'src', folder));
  await writeFile(join(dir, 'src', folder, 'a.ts'), 'x');
  assert.deepEqual(await names('src'), ['deep']);
  assert.equal((await readdir(join(dir, 'src'))).length, 4);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 11 * 60_000 });
  assert.deepEqual(await names('src'), ['deep']);
  assert.deepEqual((await readdir(join(dir, 'src'))).sort(), [own, 'deep'].sort());
});
