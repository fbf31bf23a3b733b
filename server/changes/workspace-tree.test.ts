import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
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
