// A tree that is closed, that misses reports, or that meets something other than a file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync, type FSWatcher } from 'node:fs';
import { chmod, link, mkdir, mkdtemp, realpath, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { walkedTree } from '../fixtures/walked-tree.ts';
import { asNobody } from '../../workspace/fixtures/as-nobody.ts';
import { readState } from './file-state.ts';
import { TREE_LIMITS } from './known-entries.ts';
import { WorkspaceTree } from './workspace-tree.ts';

test('a tree that is closed while it is being read stops reading', async (t) => {
  const { root } = await walkedTree(t, { 'sub/a': '1' });
  const tree = new WorkspaceTree(root);
  const started = tree.start();
  tree.close();
  await started;
  assert.equal(tree.files.size, 0);
});

test('a pipe is known although it is not a file, and a removed file has no state', async (t) => {
  const { tree, place, write, collect } = await walkedTree(t, { a: '1' });
  execFileSync('mkfifo', [place('pipe')]);
  await rm(place('a'));
  assert.deepEqual(await collect(), ['+pipe', '-a']);
  assert.deepEqual(
    [...tree.files.values()].map(({ kind }) => kind),
    ['other'],
  );
  // It is used, which is not a change.
  const reader = openSync(place('pipe'), constants.O_RDWR);
  writeSync(reader, '1');
  closeSync(reader);
  await write('b', '1');
  await rm(place('b'));
  assert.deepEqual(await collect(), []);
  const again = new WorkspaceTree(place(''));
  t.after(() => again.close());
  await again.start();
  assert.deepEqual([...again.files.keys()], ['pipe']);
});

test('a folder that was removed and created again is watched like any other', async (t) => {
  const { place, write, collect } = await walkedTree(t, { 'sub/a': '1', 'sub/deep/b': '1' });
  await rm(place('sub'), { recursive: true });
  assert.deepEqual(await collect(), ['-sub/a', '-sub/deep/b']);
  await write('sub/new', '1');
  await write('sub/deep/b', '1');
  assert.deepEqual(await collect(), ['+sub/deep/b', '+sub/new']);
  await write('sub/deep/b', 'changed');
  assert.deepEqual(await collect(), ['sub/deep/b']);
});

test('missing files that a tool recorded, and those in ignored folders of builds, are not reported later', async (t) => {
  const { tree, place, write, collect } = await walkedTree(t, { '.gitignore': 'build/\n', a: '1' });
  await write('build/a.log', '1');
  await collect();
  await tree.noteRecorded('build/a.log', (await readState(place('build/a.log'))).signature!);
  await tree.noteRecorded('gone', 'any');
  await tree.noteRecorded('gone/too', 'any');
  await rm(place('build/a.log'));
  assert.deepEqual(await collect(), []);
});

test('when the system lost reports, everything is read again, in the folders that are known and in new ones', async (t) => {
  const { root, place, write, collect } = await walkedTree(
    t,
    { 'sub/a': '1', 'sub/b': '1', same: '1', 'gone/c': '1' },
    { events: 4 },
  );
  // The system does not report writes under another name of the same file.
  const other = `${root}-other`;
  t.after(() => rm(other, { force: true }));
  await link(place('sub/a'), other);
  await collect();
  await writeFile(other, 'changed');
  assert.deepEqual(await collect(), []);
  for (const name of ['one', 'new/two', 'new/three']) await write(name, '1');
  await rm(place('sub/b'));
  await rm(place('gone'), { recursive: true });
  assert.deepEqual(await collect(), ['+new/three', '+new/two', '+one', '-gone/c', '-sub/b', 'sub/a']);
  await writeFile(other, 'again');
  await write('one', 'changed');
  assert.deepEqual(await collect(), ['one'], 'no reports were lost since');
});

test('a folder that one command deletes and recreates is watched like a new one', async (t) => {
  const { place, write, collect } = await walkedTree(t, {
    'dist/old': '1',
    'dist/deep/kept': '1',
    other: '1',
  });
  await rm(place('dist'), { recursive: true });
  await write('dist/new', '1');
  await write('dist/deep/kept', 'changed');
  assert.deepEqual(await collect(), ['+dist/new', '-dist/old', 'dist/deep/kept']);
  await write('dist/later', '1');
  await write('dist/deep/later', '1');
  assert.deepEqual(await collect(), ['+dist/deep/later', '+dist/later']);
});

test('a folder that takes the place of another folder is compared with that folder', async (t) => {
  const { place, write, collect } = await walkedTree(t, { 'a/x': '1', 'b/y': '1' });
  await rm(place('a'), { recursive: true });
  await rename(place('b'), place('a'));
  assert.deepEqual(await collect(), ['+a/y', '-a/x', '-b/y']);
  await write('a/y', 'changed');
  assert.deepEqual(await collect(), ['a/y']);
});

test('a report without a name makes the tree compare the whole folder, each file once', async (t) => {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-tree-')));
  const listeners: ((event: string, name: Buffer | null) => void)[] = [];
  const watchFolder = t.mock.fn((_folder: string | Buffer, listener: (typeof listeners)[number]) => {
    listeners.push(listener);
    return { on: () => undefined, close: () => undefined } as unknown as FSWatcher;
  });
  await mkdir(path.join(root, 'sub'));
  await writeFile(path.join(root, 'sub/a'), '1');
  const tree = new WorkspaceTree(root, TREE_LIMITS, watchFolder);
  t.after(async () => {
    tree.close();
    await rm(root, { recursive: true });
  });
  await tree.start();
  await writeFile(path.join(root, 'b'), '1');
  await writeFile(path.join(root, 'sub/a'), 'changed');
  listeners[0]!('rename', null);
  assert.deepEqual((await tree.collect()).map((change) => change.path).toSorted(), ['b', 'sub/a']);
  assert.deepEqual([...tree.files.keys()].toSorted(), ['b', 'sub/a']);
});

test('a workspace with too many files or folders says so, and notices what happens in the first ones', async (t) => {
  const files = { 'a/x': '1', 'b/x': '1', 'c/x': '1' };
  for (const limits of [{ folders: 3 }, { files: 2 }]) {
    const { tree, write, collect } = await walkedTree(t, files, limits);
    assert.equal(tree.files.size, 2);
    assert.match(tree.coverageGap ?? '', /more than \d+ files or \d+ folders/);
    for (const name of tree.files.keys()) await write(name, 'changed');
    assert.equal((await collect()).length, 2);
  }
  const { tree } = await walkedTree(t, files, { folders: 4, files: 3 });
  assert.deepEqual([tree.files.size, tree.coverageGap], [3, null]);
});

test('the limit of files also holds within one folder, and for files that are created later', async (t) => {
  const names = Array.from({ length: 9 }, (_, n) => `sub/${n}`);
  const full = await walkedTree(t, Object.fromEntries(names.map((name) => [name, '1'])), { files: 2 });
  assert.equal(full.tree.files.size, 2);
  assert.match(full.tree.coverageGap ?? '', /more than 2 files/);
  const { tree, write, collect } = await walkedTree(t, { a: '1' }, { files: 2 });
  await write('b', '1');
  assert.deepEqual([await collect(), tree.coverageGap], [['+b'], null]);
  await write('c', '1');
  assert.deepEqual(await collect(), []);
  assert.match(tree.coverageGap ?? '', /more than 2 files/);
});

test('a file beyond the limit is never taken for a new one, not even after others were deleted', async (t) => {
  for (const [limits, files] of [
    [{ files: 2 }, { a: '1', b: '1', c: '1' }],
    [{ folders: 2 }, { 'a/x': '1', 'b/x': '1' }],
  ] as const) {
    const { tree, place, write, collect } = await walkedTree(t, { ...files }, limits);
    const [unseen] = Object.keys(files).filter((name) => !tree.files.has(name));
    const [first] = tree.files.keys();
    await rm(place(first!.split('/')[0]!), { recursive: true });
    await collect();
    await write(unseen!, 'changed');
    await utimes(path.dirname(place(unseen!)), 1, 1);
    assert.deepEqual(await collect(), []);
  }
});

test('everything that is not covered is named, not only the first', async (t) => {
  const { root, tree, place, write, collect } = await walkedTree(
    t,
    { a: '1', b: '1', 'shut/x': '1' },
    { files: 3 },
  );
  await asNobody([root, place('shut')], async () => {
    await chmod(place('shut'), 0);
    await write('c', '1');
    await collect();
    await chmod(place('shut'), 0o755);
  });
  assert.match(tree.coverageGap ?? '', /cannot be read \(EACCES\)/);
  assert.match(tree.coverageGap ?? '', /more than 3 files/);
});

test('an ignored file counts once towards the limit, however often it is written, and no longer when it is gone', async (t) => {
  const { place, write, collect } = await walkedTree(
    t,
    { '.gitignore': '*.log\n', 'a.log': '1' },
    { ignored: 2 },
  );
  for (const text of ['22', '333', '4444']) {
    await write('a.log', text);
    assert.deepEqual(await collect(), ['a.log']);
  }
  await write('b.log', '1');
  assert.deepEqual(await collect(), ['+b.log']);
  await write('c.log', '1');
  assert.deepEqual(await collect(), []);
  await rm(place('a.log'));
  await write('d.log', '1');
  assert.deepEqual(await collect(), ['+d.log', '-a.log']);
});
