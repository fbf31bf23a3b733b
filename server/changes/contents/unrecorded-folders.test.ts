import assert from 'node:assert/strict';
import type { FSWatcher } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { UnrecordedFolders } from './unrecorded-folders.ts';

/** A folder `node_modules/a/b`, whose watchers are told of changes by the test. */
async function setUp(t: TestContext, maxFolders = 10) {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-unrecorded-'));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, 'node_modules/a/b'), { recursive: true });
  const open = new Map<string, (event: 'rename' | 'change', name: Buffer) => void>();
  const folders = new UnrecordedFolders({
    ...{ root, maxFolders },
    watchFolder: (place, onChange) => {
      const name = path.relative(root, place.toString());
      open.set(name, onChange);
      const watcher = { on: () => watcher, close: () => void open.delete(name) };
      return watcher as unknown as FSWatcher;
    },
  });
  t.after(() => folders.close());
  folders.add('node_modules');
  await folders.settle();
  return { root, open, folders };
}

test('a folder that was moved away is watched no longer, with all that was in it', async (t) => {
  const { root, open, folders } = await setUp(t);
  assert.deepEqual([...open.keys()], ['node_modules', 'node_modules/a', 'node_modules/a/b']);
  await rename(path.join(root, 'node_modules/a'), path.join(root, 'elsewhere'));
  open.get('node_modules')!('rename', Buffer.from('a'));
  await folders.settle();
  assert.deepEqual([...open.keys()], ['node_modules']);
  assert.deepEqual([folders.takeTouched(), folders.takeTouched()], [['node_modules'], []]);
  folders.remove('node_modules');
  assert.equal(open.size, 0);
});

test('a change in a folder that cannot be watched is said to be possible', async (t) => {
  const { folders, open } = await setUp(t, 2);
  assert.deepEqual([[...folders.partlyWatched], open.size], [['node_modules'], 2]);
});
