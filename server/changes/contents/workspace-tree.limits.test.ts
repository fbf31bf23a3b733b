// A tree that is closed, that misses reports, or that meets something other than a file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { link, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { walkedTree } from '../fixtures/walked-tree.ts';
import { readState } from './file-state.ts';
import { WorkspaceTree } from './workspace-tree.ts';

test('a tree that is closed while it is read goes no further', async (t) => {
  const { root } = await walkedTree(t, { 'sub/a': '1' });
  const tree = new WorkspaceTree(root);
  const started = tree.start();
  tree.close();
  await started;
  assert.equal(tree.files.size, 0);
});

test('a pipe is not a file, and what is gone has no state', async (t) => {
  const { tree, place, write, collect } = await walkedTree(t, { a: '1' });
  execFileSync('mkfifo', [place('pipe')]);
  await rm(place('a'));
  assert.deepEqual(await collect(), ['-a']);
  assert.equal(tree.files.size, 0);
  await write('b', '1');
  await rm(place('b'));
  assert.deepEqual(await collect(), []);
  const again = new WorkspaceTree(place(''));
  t.after(() => again.close());
  await again.start();
  assert.equal(again.files.size, 0);
});

test('a folder that was removed and made again is noticed as any other', async (t) => {
  const { place, write, collect } = await walkedTree(t, { 'sub/a': '1', 'sub/deep/b': '1' });
  await rm(place('sub'), { recursive: true });
  assert.deepEqual(await collect(), ['-sub/a', '-sub/deep/b']);
  await write('sub/new', '1');
  await write('sub/deep/b', '1');
  assert.deepEqual(await collect(), ['+sub/deep/b', '+sub/new']);
  await write('sub/deep/b', 'changed');
  assert.deepEqual(await collect(), ['sub/deep/b']);
});

test('of what a tool recorded, ignored and missing files do not come up later', async (t) => {
  const { tree, place, write, collect } = await walkedTree(t, { '.gitignore': '*.log\n', a: '1' });
  await write('a.log', '1');
  await tree.see('a.log', (await readState(place('a.log'))).signature!);
  await tree.see('gone', 'any');
  await tree.see('gone/too', 'any');
  await rm(place('a.log'));
  assert.deepEqual(await collect(), []);
});

test('when the system lost reports, everything is looked at again, in the folders that are known and in new ones', async (t) => {
  const { root, place, write, collect } = await walkedTree(
    t,
    { 'sub/a': '1', 'sub/b': '1', same: '1', 'gone/c': '1' },
    { events: 4 },
  );
  // Nobody is told what is written under another name of the same file.
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

test('a workspace with too many files or folders says so, and notices what happens in the first ones', async (t) => {
  const files = { 'a/x': '1', 'b/x': '1', 'c/x': '1' };
  for (const limits of [{ folders: 3 }, { files: 2 }]) {
    const { tree, write, collect } = await walkedTree(t, files, limits);
    assert.equal(tree.files.size, 2);
    assert.match(tree.lack ?? '', /more than \d+ files or \d+ folders/);
    for (const name of tree.files.keys()) await write(name, 'changed');
    assert.equal((await collect()).length, 2);
  }
  const { tree } = await walkedTree(t, files, { folders: 4, files: 3 });
  assert.deepEqual([tree.files.size, tree.lack], [3, null]);
});
