import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chown,
  lstat,
  mkdtemp,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { signatureOf } from './file-state.ts';
import { GitContents, inWorkspace } from './git-contents.ts';
import type { TreeFile } from './tree-file.ts';

const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is not installed';

async function setUp(t: TestContext) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-git-')));
  t.after(() => rm(root, { recursive: true, force: true }));
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  /** Writes a file long before the index is written: git is sure then that it has this content. */
  const write = async (name: string, content: string): Promise<void> => {
    await writeFile(path.join(root, name), content);
    await utimes(path.join(root, name), new Date('2020-01-01'), new Date('2020-01-01'));
  };
  const fileOf = async (name: string): Promise<TreeFile> => {
    const stats = await lstat(path.join(root, name), { bigint: true });
    const { size, mtimeNs, birthtimeNs, ino, mode } = stats;
    const kind = stats.isSymbolicLink() ? 'link' : 'file';
    return {
      signature: signatureOf(stats),
      size: Number(size),
      mtimeNs,
      changedAt: Number(stats.ctimeMs),
      birthtimeNs,
      ino,
      names: 1,
      mode: Number(mode),
      kind,
      isFresh: false,
    };
  };
  return { root, git, write, fileOf, contents: new GitContents(root) };
}

test(
  'the content of a file that equals its entry in the index is in the objects of git',
  { skip },
  async (t) => {
    const { git, write, fileOf, contents } = await setUp(t);
    git('init', '-q');
    await write('a', 'content of a');
    await write('ü b', 'other\n\n');
    git('add', '-A');
    await contents.refresh();
    const blobs = [contents.blobOf('a', await fileOf('a')), contents.blobOf('ü b', await fileOf('ü b'))];
    assert.ok(blobs[0] && blobs[1]);
    const missing = '0'.repeat(40);
    const read = await contents.read([blobs[0], missing, blobs[1]]);
    assert.deepEqual(
      [...read].map(([blob, bytes]) => [blob, String(bytes)]),
      [
        [blobs[0], 'content of a'],
        [blobs[1], 'other\n\n'],
      ],
    );
    assert.equal((await contents.read([])).size, 0);
  },
);

test('a file that differs from its entry in any way does not have git’s content', { skip }, async (t) => {
  const { root, git, write, fileOf, contents } = await setUp(t);
  git('init', '-q');
  await write('a', 'content');
  await symlink('a', path.join(root, 'link'));
  git('add', '-A');
  await contents.refresh();
  const file = await fileOf('a');
  assert.ok(contents.blobOf('a', file));
  for (const other of [
    { size: file.size + 1 },
    { mtimeNs: file.mtimeNs + 1n },
    { ino: file.ino + 1n },
    { kind: 'link' as const },
  ])
    assert.equal(contents.blobOf('a', { ...file, ...other }), null, Object.keys(other).join());
  assert.equal(contents.blobOf('b', file), null);
  assert.equal(contents.blobOf('link', { ...(await fileOf('link')), kind: 'file' }), null);
});

test('a file written in the moment of the index may differ from what git read', { skip }, async (t) => {
  const { root, git, fileOf, contents } = await setUp(t);
  git('init', '-q');
  await writeFile(path.join(root, 'a'), 'content');
  git('add', '-A');
  const later = new Date(Date.now() + 60_000);
  await utimes(path.join(root, 'a'), later, later);
  git('add', '-A');
  await contents.refresh();
  assert.equal(contents.blobOf('a', await fileOf('a')), null);
});

test('the index is read again when it has changed', { skip }, async (t) => {
  const { git, write, fileOf, contents } = await setUp(t);
  git('init', '-q');
  await contents.refresh();
  await write('a', 'content');
  assert.equal(contents.blobOf('a', await fileOf('a')), null);
  git('add', '-A');
  assert.equal(contents.blobOf('a', await fileOf('a')), null, 'not before the next command');
  await contents.refresh();
  await contents.refresh();
  assert.ok(contents.blobOf('a', await fileOf('a')));
  git('rm', '-q', '--cached', 'a');
  await contents.refresh();
  assert.equal(contents.blobOf('a', await fileOf('a')), null);
});

test('nothing is known about a repository with a very large index', { skip }, async (t) => {
  const { root, git, write, fileOf } = await setUp(t);
  git('init', '-q');
  await write('a', 'content');
  git('add', '-A');
  const { size } = await lstat(path.join(root, '.git/index'));
  for (const [largest, isKnown] of [
    [size, true],
    [size - 1, false],
  ] as const) {
    const contents = new GitContents(root, { largest });
    await contents.refresh();
    assert.equal(contents.blobOf('a', await fileOf('a')) !== null, isKnown);
  }
});

test('a folder outside a repository has no contents in git', { skip }, async (t) => {
  const { write, fileOf, contents } = await setUp(t);
  await write('a', 'content');
  await contents.refresh();
  assert.equal(contents.blobOf('a', await fileOf('a')), null);
});

test('a file whose lines end in CR LF has its CRs, which git leaves out; others are not certain', () => {
  const inFolder = (object: string, size: number): string | undefined =>
    inWorkspace(Buffer.from(object, 'latin1'), size)?.toString('latin1');
  assert.equal(inFolder('a\nb\xff\n', 5), 'a\nb\xff\n');
  assert.equal(inFolder('a\nb\xff\n', 7), 'a\r\nb\xff\r\n');
  assert.equal(inFolder('a\r\nb\n', 7), 'a\r\r\nb\r\n', 'git leaves out one CR of two');
  assert.equal(inFolder('a\nb\n', 5), undefined, 'one of two lines has a CR');
  assert.equal(inFolder('', 1), undefined);
});

test('all files to which a filter of .gitattributes applies are named', { skip }, async (t) => {
  const { git, write, contents } = await setUp(t);
  git('init', '-q');
  await write(
    '.gitattributes',
    '*.f filter=x\n*.id ident\n*.w working-tree-encoding=UTF-16\n*.crlf text eol=crlf\n',
  );
  const names = ['a', 'b.f', 'c.id', 'd.w', 'e.crlf', 'ü f.f'];
  assert.deepEqual([...(await contents.findFiltered(names))], ['b.f', 'c.id', 'd.w', 'ü f.f']);
  assert.deepEqual([...(await contents.findFiltered([]))], []);
});

test('the time of a file counts to the nanosecond, and its owner does not', { skip }, async (t) => {
  const { root, git, write, fileOf, contents } = await setUp(t);
  git('init', '-q');
  await write('a', 'content');
  await utimes(path.join(root, 'a'), 1_577_836_800.25, 1_577_836_800.25);
  if (process.getuid?.() === 0) await chown(path.join(root, 'a'), 65_534, 65_533);
  git('add', '-A');
  await contents.refresh();
  const file = await fileOf('a');
  assert.ok(contents.blobOf('a', file));
  assert.equal(contents.blobOf('a', { ...file, mtimeNs: file.mtimeNs - 250_000_000n }), null);
});

test('a file is older than the index, or may have changed after git read it', { skip }, async (t) => {
  const { root, git, write, fileOf, contents } = await setUp(t);
  git('init', '-q');
  await write('a', 'content');
  git('add', '-A');
  const { mtimeNs } = await fileOf('a');
  const index = path.join(root, '.git', 'index');
  const isKnown = async (seconds: number): Promise<boolean> => {
    const at = Number(mtimeNs / 1_000_000_000n) + seconds;
    await utimes(index, at, at);
    await contents.refresh();
    return contents.blobOf('a', await fileOf('a')) !== null;
  };
  assert.deepEqual([await isKnown(1), await isKnown(0)], [true, false]);
});

test('an index that cannot be read is tried again, and one that is gone has nothing', { skip }, async (t) => {
  const { root, git, write, fileOf, contents } = await setUp(t);
  git('init', '-q');
  await write('a', 'content');
  git('add', '-A');
  const index = path.join(root, '.git', 'index');
  const [bytes, { mtime }] = [await readFile(index), await stat(index)];
  const isKnown = async (content: Buffer): Promise<boolean> => {
    await writeFile(index, content);
    await utimes(index, mtime, mtime);
    await contents.refresh();
    return contents.blobOf('a', await fileOf('a')) !== null;
  };
  assert.equal(await isKnown(Buffer.alloc(bytes.length, 'x')), false);
  assert.equal(await isKnown(bytes), true);
  await rm(index);
  await contents.refresh();
  assert.equal(contents.blobOf('a', await fileOf('a')), null);
});

test('a question that git cannot answer gives an error or nothing, but no crash', { skip }, async (t) => {
  const { root, contents } = await setUp(t);
  const many = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(40, '0'));
  assert.equal((await contents.read(many)).size, 0, 'git ends before it has read its input');
  await rm(root, { recursive: true });
  await assert.rejects(contents.read(many), { code: 'ENOENT' });
});
