import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { WorktreeMemory } from './worktree-memory.ts';

test('panels that share a file keep what the other one stores at the same time', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'worktree-memory-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'worktrees.json');
  const [one, other] = [new WorktreeMemory(file), new WorktreeMemory(file)];
  await Promise.all([one.choose('/shop', { setup: 'npm ci' }), other.choose('/api', { setup: 'make' })]);
  assert.deepEqual(await one.choiceOf('/shop'), { setup: 'npm ci' });
  assert.deepEqual(await one.choiceOf('/api'), { setup: 'make' });
});

test('of the worktrees that have ended, the newest five hundred are known', async () => {
  const memory = new WorktreeMemory(null);
  const folders = Array.from({ length: 502 }, (_, n) => `/shop-${n}`);
  for (const folder of folders) await memory.end(folder, '/shop');
  assert.deepEqual(await memory.endedOf('/shop'), folders.slice(2));
  // A folder that is used once more is the newest again.
  await memory.end('/shop-2', '/shop');
  await memory.end('/api-1', '/api');
  assert.deepEqual(await memory.endedOf('/shop'), [...folders.slice(4), '/shop-2']);
  assert.deepEqual(await memory.endedOf('/api'), ['/api-1']);
});

test('the merge of a worktree is forgotten with the worktree, and no other one is', async () => {
  const memory = new WorktreeMemory(null);
  const merge = { branch: 'fix', into: 'main', files: 1, method: 'commits', at: 1 } as const;
  await memory.setMerge('/shop-fix', merge);
  await memory.setMerge('/shop-new', { ...merge, branch: 'new' });
  await memory.end('/shop-fix', '/shop');
  assert.deepEqual(await memory.merges(), { '/shop-new': { ...merge, branch: 'new' } });
});

test('a damaged file is kept beside the new one', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'worktree-memory-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'worktrees.json');
  await writeFile(file, '{"repositories":{"/shop":{"se');
  const memory = new WorktreeMemory(file);
  assert.equal(await memory.choiceOf('/shop'), undefined);
  await memory.choose('/api', { setup: 'make' });
  assert.deepEqual(await memory.choiceOf('/api'), { setup: 'make' });
  assert.equal((await readdir(folder)).filter((name) => name.startsWith('worktrees.json.broken-')).length, 1);
});
