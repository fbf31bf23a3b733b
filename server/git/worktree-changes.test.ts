// Reads what changed in a worktree since a commit, with a real git.
import assert from 'node:assert/strict';
import { chmod, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { makeSubmodule } from './fixtures/submodule.ts';
import { changesSinceHead } from './head-changes.ts';
import { changesSince, contentAt, contentIn, parseNumstat } from './worktree-changes.ts';

test(
  'commits, uncommitted changes and untracked files count alike, ignored ones do not',
  { skip },
  async (t) => {
    const { git, gitIn, write, addWorktree } = await makeRepository(t);
    const start = git('rev-parse', 'HEAD').trim();
    const folder = addWorktree('new');
    assert.deepEqual(await changesSince(folder, start), []);

    await write(path.join(folder, 'committed.txt'), 'a\nb\n');
    gitIn(folder, 'add', '-A');
    gitIn(folder, 'commit', '-qm', 'my work');
    await write(path.join(folder, 'a.txt'), 'one\n2\n3\nfour\n');
    await write(path.join(folder, 'deep/new file.txt'), 'a\nb\nno line end');
    await write(path.join(folder, 'empty.txt'), '');
    await write(path.join(folder, 'picture.bin'), 'a\0b');
    await write(path.join(folder, 'run.log'), 'ignored');
    assert.deepEqual(await changesSince(folder, start), [
      { path: 'a.txt', added: 3, removed: 2 },
      { path: 'committed.txt', added: 2, removed: 0 },
      { path: 'deep/new file.txt', added: 3, removed: 0 },
      { path: 'empty.txt', added: 0, removed: 0 },
      { path: 'picture.bin', added: 0, removed: 0, isBinary: true },
    ]);
  },
);

test('a file has a content before and after, unless it is missing, binary or large', { skip }, async (t) => {
  const { git, write, addWorktree } = await makeRepository(t);
  const start = git('rev-parse', 'HEAD').trim();
  const folder = addWorktree('new');
  assert.equal(await contentAt(folder, start, 'a.txt'), 'one\ntwo\nthree\n');
  assert.equal(await contentAt(folder, start, 'no.txt'), null);
  await rm(path.join(folder, 'a.txt'));
  assert.equal(await contentIn(folder, 'a.txt'), null);
  assert.equal(await contentIn(folder, '.gitignore/below-a-file'), null);
  await write(path.join(folder, 'binary'), 'a\0b');
  assert.deepEqual(await contentIn(folder, 'binary'), { hidden: 'binary' });
  await write(path.join(folder, 'large'), 'x'.repeat(1024 * 1024 + 1));
  assert.deepEqual(await contentIn(folder, 'large'), { hidden: 'large' });
});

test('a file below a folder that became a link is deleted, wherever the link leads', { skip }, async (t) => {
  const { gitIn, write, addWorktree } = await makeRepository(t);
  const folder = addWorktree('new');
  await write(path.join(folder, 'pkg/file.txt'), 'inside\n');
  gitIn(folder, 'add', '-A');
  gitIn(folder, 'commit', '-qm', 'a package');
  const start = gitIn(folder, 'rev-parse', 'HEAD').trim();
  assert.equal(await contentIn(folder, 'pkg/file.txt'), 'inside\n');
  await rm(path.join(folder, 'pkg'), { recursive: true });
  await write(path.join(folder, '../other/file.txt'), 'outside\n');
  await symlink('../other', path.join(folder, 'pkg'), 'junction');
  const changes = await changesSince(folder, start);
  assert.deepEqual(
    changes.find((file) => file.path === 'pkg/file.txt'),
    { path: 'pkg/file.txt', added: 0, removed: 1 },
  );
  assert.equal(await contentIn(folder, 'pkg/file.txt'), null);
});

test('an untracked file that cannot be read does not hide the other changes', { skip }, async (t) => {
  if (process.platform === 'win32' || process.getuid?.() === 0) return t.skip('reads every file');
  const { git, write, addWorktree } = await makeRepository(t);
  const start = git('rev-parse', 'HEAD').trim();
  const folder = addWorktree('new');
  await write(path.join(folder, 'new.txt'), 'a\n');
  await write(path.join(folder, 'secret.txt'), 'b\n');
  await chmod(path.join(folder, 'secret.txt'), 0);
  assert.deepEqual(await changesSince(folder, start), [
    { path: 'new.txt', added: 1, removed: 0 },
    { path: 'secret.txt', added: 0, removed: 0, isBinary: true },
  ]);
});

test('a tracked file that cannot be read does not hide the other changes', { skip }, async (t) => {
  if (process.platform === 'win32' || process.getuid?.() === 0) return t.skip('reads every file');
  const { git, write, addWorktree } = await makeRepository(t);
  const start = git('rev-parse', 'HEAD').trim();
  const folder = addWorktree('new');
  await write(path.join(folder, '.gitignore'), 'other\n');
  await write(path.join(folder, 'a.txt'), 'secret\n');
  await chmod(path.join(folder, 'a.txt'), 0);
  const hidden = { path: 'a.txt', added: 0, removed: 0, isBinary: true };
  assert.deepEqual(await changesSince(folder, start), [{ path: '.gitignore', added: 1, removed: 3 }, hidden]);
  const { files } = await changesSinceHead(folder);
  assert.deepEqual(
    files.map(({ path, added, isBinary }) => [path, added, isBinary]),
    [
      ['.gitignore', 1, undefined],
      ['a.txt', 0, true],
    ],
  );
});

test(
  'a file that git no longer tracks, but that is still there, is one change at most',
  { skip },
  async (t) => {
    const { git, gitIn, write, addWorktree } = await makeRepository(t);
    const start = git('rev-parse', 'HEAD').trim();
    const folder = addWorktree('new');
    gitIn(folder, 'rm', '-q', '--cached', 'a.txt');
    assert.deepEqual(await changesSince(folder, start), []);
    await write(path.join(folder, 'a.txt'), 'other\n');
    assert.deepEqual(await changesSince(folder, start), [{ path: 'a.txt', added: 1, removed: 3 }]);
  },
);

test('a submodule with uncommitted work is listed as changed', { skip }, async (t) => {
  const { folder, lib, write, run } = await makeSubmodule(t);
  const commit = run(folder, 'rev-parse', 'HEAD').trim();
  assert.deepEqual(await changesSince(folder, commit), []);
  await write(path.join(lib, 'new.js'), 'work');
  assert.deepEqual(await changesSince(folder, commit), [
    { path: 'vendor/lib', added: 0, removed: 0, isBinary: true },
  ]);
});

test(
  'a submodule counts as changed, too, if only one inside it has uncommitted work',
  { skip },
  async (t) => {
    const { around, folder, lib, write, run, commit } = await makeSubmodule(t);
    const origin = path.join(around, 'deep');
    await write(path.join(origin, 'deep.js'), 'deep\n');
    run(origin, 'init', '-q');
    commit(origin);
    run(lib, 'submodule', '-q', 'add', origin, 'deep');
    commit(lib);
    commit(folder);
    const head = run(folder, 'rev-parse', 'HEAD').trim();
    assert.deepEqual(await changesSince(folder, head), []);
    await write(path.join(lib, 'deep/deep.js'), 'changed\n');
    assert.deepEqual(
      (await changesSince(folder, head)).map((file) => file.path),
      ['vendor/lib'],
    );
  },
);

test(
  'a file of exactly one MiB is shown, on disk and in a commit, and what git stores as binary is not',
  { skip },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    const most = 'x'.repeat(1024 * 1024);
    await write('most', most);
    await write('large', `${most}x`);
    await write('binary', 'a\0b');
    git('add', '-A');
    git('commit', '-qm', 'second');
    for (const [name, expected] of [
      ['most', most],
      ['large', { hidden: 'large' }],
      ['binary', { hidden: 'binary' }],
    ] as const) {
      assert.deepEqual(await contentIn(top, name), expected, name);
      assert.deepEqual(await contentAt(top, 'HEAD', name), expected, name);
    }
    await write('folder/a', '');
    assert.deepEqual(await contentIn(top, 'folder'), { hidden: 'binary' });
  },
);

test('the names in a list of changes are whole, and binary files have no lines', () => {
  assert.deepEqual(parseNumstat('12\t0\ta\tb\0-\t-\tc d\0'), [
    { path: 'a\tb', added: 12, removed: 0 },
    { path: 'c d', added: 0, removed: 0, isBinary: true },
  ]);
});
