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
  assert.deepEqual(Object.keys(await memory.merges()), ['/shop-fix', '/shop-new']);
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

test('how a worktree began is forgotten with it, and what is known of others and of its repository stays', async () => {
  const memory = new WorktreeMemory(null);
  const origin = { base: 'main', ignored: { '.env': '1 2' }, at: 1 };
  for (const folder of ['/shop-a', '/shop-b']) await memory.begin(folder, origin);
  await memory.choose('/shop', { setup: 'npm ci', place: '/trees' });
  await memory.end('/shop-a', '/shop');
  assert.equal(await memory.originOf('/shop-a'), undefined);
  assert.deepEqual(await memory.originOf('/shop-b'), origin);
  assert.deepEqual(await memory.choiceOf('/shop'), { setup: 'npm ci', place: '/trees' });
});

test('of several comparisons, one is changed or forgotten alone', async () => {
  const memory = new WorktreeMemory(null);
  const comparison = { repository: '/shop', commit: 'c', prompt: 'hello', at: 1, candidates: [] };
  for (const id of ['a', 'b', 'c']) await memory.setComparison(id, comparison);
  await memory.setComparison('b', { ...comparison, prompt: 'changed' });
  await memory.setComparison('c', null);
  assert.deepEqual(await memory.comparisons(), { a: comparison, b: { ...comparison, prompt: 'changed' } });
});
