import assert from 'node:assert/strict';
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryName } from '../../workspace/temporary-name.ts';
import { asNobody } from '../../workspace/fixtures/as-nobody.ts';
import { walkedTree } from '../fixtures/walked-tree.ts';
import { readState } from './file-state.ts';
import { WorkspaceTree } from './workspace-tree.ts';

test('a file that can no longer be read does not count as deleted: it is named as not covered', async (t) => {
  const { root, tree, place, write, collect } = await walkedTree(t, { 'inside/kept': 'old', other: '1' });
  assert.equal(tree.coverageGap, null);
  await asNobody([root, place('inside'), place('inside/kept'), place('other')], async () => {
    await write('inside/kept', 'changed');
    await write('other', 'changed');
    await chmod(place('inside'), 0);
    assert.deepEqual(await collect(), ['other']);
    await chmod(place('inside'), 0o755);
  });
  assert.match(tree.coverageGap ?? '', /cannot be read \(EACCES\)/);
});

test('a folder that cannot be read is named as not covered, and the other folders are covered', async (t) => {
  const { root, tree, place, write, collect } = await walkedTree(t, { other: '1' });
  await mkdir(place('closed'), { mode: 0o311 });
  await asNobody([root, place('closed'), place('other')], async () => {
    await write('other', 'changed');
    assert.deepEqual(await collect(), ['other']);
  });
  assert.match(tree.coverageGap ?? '', /^A part of this workspace cannot be read \(EACCES\)/);
});

test('a file that is rewritten at once with the same length has changed, although its times may be the same', async (t) => {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-tree-')));
  const file = path.join(root, 'a.txt');
  await writeFile(file, '1000');
  const tree = new WorkspaceTree(root);
  t.after(async () => {
    tree.close();
    await rm(root, { recursive: true });
  });
  await tree.start();
  for (let n = 1001; n < 1200; n++) {
    await writeFile(file, String(n));
    assert.deepEqual(
      (await tree.collect()).map((change) => change.path),
      ['a.txt'],
    );
  }
});

test('a write that a tool recorded is not found again as a change, but a later write is', async (t) => {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-tree-')));
  const [edited, created] = ['a.txt', 'b.txt'].map((name) => path.join(root, name)) as [string, string];
  await writeFile(edited, 'old');
  const tree = new WorkspaceTree(root);
  t.after(async () => {
    tree.close();
    await rm(root, { recursive: true });
  });
  await tree.start();
  for (const file of [edited, created]) {
    await writeFile(file, 'new');
    // Past the tick of the clock within which two writes may look alike.
    await utimes(file, 1, 1);
    await tree.noteRecorded(path.basename(file), (await readState(file)).signature!);
  }
  assert.deepEqual(await tree.collect(), []);
  const { signature = '' } = await readState(edited);
  await writeFile(edited, 'newer');
  await tree.noteRecorded('a.txt', signature);
  const [change, ...others] = await tree.collect();
  assert.deepEqual([change?.path, change?.before?.signature, others], ['a.txt', signature, []]);
});

test('files that a command writes, creates, moves and removes are collected once, and so are the files of its folders', async (t) => {
  const { place, write, collect } = await walkedTree(t, {
    a: '1',
    'sub/b': '1',
    'sub/deep/c': '1',
    same: '1',
  });
  assert.deepEqual(await collect(), []);
  await write('a', 'changed');
  await write('new/deep/d', '1');
  await rename(place('sub'), place('moved'));
  assert.deepEqual(await collect(), [
    '+moved/b',
    '+moved/deep/c',
    '+new/deep/d',
    '-sub/b',
    '-sub/deep/c',
    'a',
  ]);
  assert.deepEqual(await collect(), []);
  await write('moved/b', 'changed');
  await write('new/deep/d', 'changed');
  assert.deepEqual(await collect(), ['moved/b', 'new/deep/d']);
});

test('a file that becomes a folder is gone, and so are the files of a folder that becomes a file', async (t) => {
  const { place, write, collect } = await walkedTree(t, { a: '1', 'b/x': '1' });
  await rm(place('a'));
  await write('a/y', '1');
  await rm(place('b'), { recursive: true });
  await write('b', '1');
  assert.deepEqual(await collect(), ['+a/y', '+b', '-a', '-b/x']);
});

test("git's folder, ignored folders of builds and files that are being saved are left out, at the start and later", async (t) => {
  const hidden = {
    '.git/index': '1',
    'out/x': '1',
    'deep/er/build/x': '1',
    [temporaryName()]: '1',
    'sub/.git/x': '1',
  };
  const isFolderOnly = { 'sub/out': '1' };
  const { tree, write, collect } = await walkedTree(t, {
    '.gitignore': 'out/\ntarget/\nbuild\n',
    'sub/a': '1',
    ...hidden,
    ...isFolderOnly,
  });
  assert.deepEqual([...tree.files.keys()].toSorted(), ['.gitignore', 'sub/a', 'sub/out']);
  for (const name of Object.keys(hidden)) await write(name, 'changed');
  await write('new/out/x', '1');
  await write('new/.git/x', '1');
  await write(`sub/${temporaryName()}`, '1');
  await write('target/x', '1');
  // In a submodule, .git is a file that names the repository.
  await write('sub/deep/.git', '1');
  await write('deep/.git/x', '1');
  await write('sub/a', 'changed');
  await write('sub/out', 'changed');
  assert.deepEqual(await collect(), ['sub/a', 'sub/out']);
  await write('sub/deep/.git', 'changed');
  await write('deep/.git/x', 'changed');
  await write('target', '1').catch(() => undefined);
  assert.deepEqual(await collect(), []);
});

test('a link counts as a file, and its target is not read', async (t) => {
  const { tree, place, collect } = await walkedTree(t, { 'real/a': '1' });
  await symlink('real', place('link'));
  assert.deepEqual(await collect(), ['+link']);
  assert.equal(tree.files.get('link')?.kind, 'link');
  assert.equal(tree.files.get('real/a')?.kind, 'file');
});

test('a closed tree watches nothing', async (t) => {
  const { tree, write, collect } = await walkedTree(t, { 'sub/a': '1' });
  tree.close();
  await write('sub/a', 'changed');
  assert.deepEqual(await collect(), []);
  tree.close();
});

test('folders that are made, removed, replaced, or get another mode are changes, and files in them do not make any', async (t) => {
  const { place, write, collectFolders } = await walkedTree(t, {
    'gone/a': '1',
    'open/a': '1',
    'kept/a': '1',
    file: '1',
  });
  await mkdir(place('made/deep'), { recursive: true });
  await rm(place('gone'), { recursive: true });
  await chmod(place('open'), 0o700);
  await write('kept/b', '1');
  await rm(place('file'));
  await mkdir(place('file'));
  assert.deepEqual(await collectFolders(), ['+made', '+made/deep', '-gone', 'file', 'open']);
  assert.deepEqual(await collectFolders(), []);
});

test('a write through another name of a file is found although that name is gone, replaced, or in a folder that is', async (t) => {
  const files = { a: '1', 'd/b': '1', c: '1', e: '1', old: '1', same: '1' };
  const { place, collect } = await walkedTree(t, files);
  for (const [name, other] of [
    ['a', 'gone'],
    ['d/b', 'd/replaced'],
    ['c', 'old'],
  ] as const) {
    if (other === 'old') await rm(place(other));
    await link(place(name), place(other));
    await writeFile(place(other), 'changed');
    await writeFile(place('new'), '1');
    if (other === 'gone') await rm(place(other));
    else await rename(place('new'), place(other));
  }
  await mkdir(place('made'));
  await link(place('e'), place('made/e'));
  await writeFile(place('made/e'), 'changed');
  await rm(place('made'), { recursive: true });
  assert.deepEqual(await collect(), ['+d/replaced', 'a', 'c', 'd/b', 'e', 'old']);
  assert.deepEqual(await collect(), []);
});

test('a write in a new folder through another name of a file is found although that name is gone', async (t) => {
  const { place, collect } = await walkedTree(t, { a: '1', same: '1' });
  await mkdir(place('made'));
  await link(place('a'), place('made/a'));
  await writeFile(place('made/a'), 'changed');
  await rm(place('made/a'));
  assert.deepEqual(await collect(), ['a']);
});

test('a write through the first name of a file that got a second one earlier is found when the first one is gone', async (t) => {
  const { place, collect } = await walkedTree(t, { a: '1', same: '1' });
  await link(place('a'), place('b'));
  assert.deepEqual(await collect(), ['+b']);
  await writeFile(place('a'), 'changed');
  await rm(place('a'));
  assert.deepEqual(await collect(), ['-a', 'b']);
});
