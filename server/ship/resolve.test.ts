import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeRepository, WITHOUT_GIT, type Repository } from '../git/fixtures/repository.ts';
import { allowReaching } from '../git/folder-programs.ts';
import { resolveConflict } from './resolve.ts';

const skip = WITHOUT_GIT;

/** `main` and `work` have changed `ä b.txt`, and `work` has deleted `a.txt`, which `main` has changed. */
async function makeConflict(t: TestContext): Promise<Repository> {
  const repository = await makeRepository(t);
  const { top, git, write } = repository;
  await write('ä b.txt', 'base\n');
  git('add', '-A');
  git('commit', '-qm', 'both');
  git('switch', '-qc', 'work');
  await write('ä b.txt', 'theirs\n');
  git('rm', '-q', 'a.txt');
  git('commit', '-qam', 'work');
  git('switch', '-q', 'main');
  await write('ä b.txt', 'ours\n');
  await write('a.txt', 'ours\n');
  git('commit', '-qam', 'main');
  assert.throws(() => git('merge', 'work'));
  await allowReaching(top);
  return repository;
}

test('the whole file of one side is taken and staged', { skip }, async (t) => {
  const { top } = await makeConflict(t);
  const { state } = await resolveConflict(top, { path: 'ä b.txt', side: 'theirs' });
  assert.equal(await readFile(path.join(top, 'ä b.txt'), 'utf8'), 'theirs\n');
  assert.deepEqual([state?.staged.includes('ä b.txt'), state?.files['a.txt']], [true, 'conflict']);
  await assert.rejects(resolveConflict(top, { path: 'ä b.txt', side: 'ours' }), { code: 'no_conflict' });
});

test('a file that one side has deleted is deleted, or kept', { skip }, async (t) => {
  const { top, git } = await makeConflict(t);
  await resolveConflict(top, { path: 'a.txt', side: 'theirs' });
  assert.equal(git('ls-files', 'a.txt'), '');
  const other = await makeConflict(t);
  await resolveConflict(other.top, { path: 'a.txt', side: 'ours' });
  assert.equal(await readFile(path.join(other.top, 'a.txt'), 'utf8'), 'ours\n');
});
