import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
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
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { temporaryName } from '../../workspace/replace-file.ts';
import { readState } from './file-state.ts';
import { WorkspaceTree } from './workspace-tree.ts';

/** Runs as a user without permissions, since root can read everything. Prints the changes and what is not covered. */
const SCRIPT = `
  const { WorkspaceTree } = await import(${JSON.stringify(new URL('workspace-tree.ts', import.meta.url).href)});
  const { chmod, writeFile } = await import('node:fs/promises');
  if (process.getuid() === 0) process.setgid(65534), process.setuid(65534);
  const tree = new WorkspaceTree(process.argv[1]);
  await tree.start();
  await writeFile(process.argv[1] + '/inside/kept.txt', 'changed');
  await chmod(process.argv[1] + '/inside', 0);
  const changes = await tree.collect();
  await chmod(process.argv[1] + '/inside', 0o755);
  console.log(JSON.stringify({ changes: changes.map((change) => change.path), lack: tree.lack }));
  tree.close();`;

test(
  'a file that can no longer be read does not count as deleted: it is named as not covered',
  { skip: process.platform === 'win32' },
  async (t) => {
    const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-tree-')));
    t.after(() => rm(root, { recursive: true }));
    await chmod(root, 0o755);
    const inside = path.join(root, 'inside');
    await mkdir(inside);
    await writeFile(path.join(inside, 'kept.txt'), 'old');
    if (process.getuid?.() === 0)
      for (const each of [root, inside, path.join(inside, 'kept.txt')]) await chown(each, 65_534, 65_534);
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', SCRIPT, root];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { changes, lack } = JSON.parse(stdout) as { changes: string[]; lack: string | null };
    assert.deepEqual(changes, []);
    assert.match(lack ?? '', /cannot be read \(EACCES\)/);
  },
);

test('a file that is rewritten at once, as long as before, has changed although its times may be the same', async (t) => {
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

test('what a tool wrote and recorded is not found again as a change, and what came after it is', async (t) => {
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
    await tree.see(path.basename(file), (await readState(file)).signature!);
  }
  assert.deepEqual(await tree.collect(), []);
  const { signature = '' } = await readState(edited);
  await writeFile(edited, 'newer');
  await tree.see('a.txt', signature);
  const [change, ...others] = await tree.collect();
  assert.deepEqual([change?.path, change?.before?.signature, others], ['a.txt', signature, []]);
});

/** A tree that was walked once, and what a command changes in it, as `path`, with + for new and - for gone. */
async function walkedTree(t: TestContext, files: Record<string, string>) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-tree-')));
  const place = (name: string): string => path.join(root, name);
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(path.dirname(place(name)), { recursive: true });
    await writeFile(place(name), text);
    // Old enough to be told from the next write.
    await utimes(place(name), new Date('2020-01-01'), new Date('2020-01-01'));
  };
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const tree = new WorkspaceTree(root);
  t.after(async () => {
    tree.close();
    await rm(root, { recursive: true });
  });
  await tree.start();
  const collect = async (): Promise<string[]> =>
    (await tree.collect())
      .map(({ path: name, before, after }) => `${before ? (after ? '' : '-') : '+'}${name}`)
      .toSorted();
  return { tree, place, write, collect };
}

test('what a command writes, makes, moves and removes is collected once, folders with all that is in them', async (t) => {
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

test('a file that becomes a folder is gone, and a folder that becomes a file, too', async (t) => {
  const { place, write, collect } = await walkedTree(t, { a: '1', 'b/x': '1' });
  await rm(place('a'));
  await write('a/y', '1');
  await rm(place('b'), { recursive: true });
  await write('b', '1');
  assert.deepEqual(await collect(), ['+a/y', '+b', '-a', '-b/x']);
});

test("git's folder, ignored files and files that are being saved are left out, at the start and later", async (t) => {
  const hidden = { '.git/index': '1', 'out/x': '1', 'a.log': '1', [temporaryName()]: '1', 'sub/.git/x': '1' };
  const { tree, write, collect } = await walkedTree(t, {
    '.gitignore': 'out/\n*.log\n',
    'sub/a': '1',
    ...hidden,
  });
  assert.deepEqual([...tree.files.keys()].toSorted(), ['.gitignore', 'sub/a']);
  for (const name of Object.keys(hidden)) await write(name, 'changed');
  await write('new/a.log', '1');
  await write('new/out/x', '1');
  await write('new/.git/x', '1');
  await write(`sub/${temporaryName()}`, '1');
  await write('sub/a', 'changed');
  assert.deepEqual(await collect(), ['sub/a']);
});

test('a link is a file of its own, and what it leads to is not entered', async (t) => {
  const { tree, place, collect } = await walkedTree(t, { 'real/a': '1' });
  await symlink('real', place('link'));
  assert.deepEqual(await collect(), ['+link']);
  assert.equal(tree.files.get('link')?.isLink, true);
  assert.equal(tree.files.get('real/a')?.isLink, false);
});

test('a closed tree watches nothing', async (t) => {
  const { tree, write, collect } = await walkedTree(t, { 'sub/a': '1' });
  tree.close();
  await write('sub/a', 'changed');
  assert.deepEqual(await collect(), []);
  tree.close();
});
