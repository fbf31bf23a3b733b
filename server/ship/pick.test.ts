import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeRepository, WITHOUT_GIT, type Repository } from '../git/fixtures/repository.ts';
import { allowReaching } from '../git/folder-programs.ts';
import { readCommit } from './commit-details.ts';
import { endUnfinished } from './end-unfinished.ts';
import { pickCommit } from './pick.ts';

const skip = WITHOUT_GIT;

/** `work` has one commit more than `main`. */
async function makeBranches(
  t: TestContext,
): Promise<Repository & { id: (name: string) => string; text: () => Promise<string> }> {
  const repository = await makeRepository(t);
  const { git, top, write } = repository;
  await allowReaching(top);
  git('switch', '-qc', 'work');
  await write('a.txt', 'one\ntwo\nTHREE\n');
  git('commit', '-qam', 'work');
  git('switch', '-q', 'main');
  const text = (): Promise<string> => readFile(path.join(top, 'a.txt'), 'utf8');
  return { ...repository, id: (name) => git('rev-parse', name).trim(), text };
}

test('a commit of another branch is picked, and undone by a further commit', { skip }, async (t) => {
  const { top, git, id, text } = await makeBranches(t);
  assert.equal((await readCommit(top, id('work'))).isInHead, undefined);
  await pickCommit(top, { act: 'cherry-pick', commit: id('work') });
  assert.equal(await text(), 'one\ntwo\nTHREE\n');
  assert.equal((await readCommit(top, id('HEAD'))).isInHead, true);
  await pickCommit(top, { act: 'revert', commit: id('HEAD') });
  assert.equal(await text(), 'one\ntwo\nthree\n');
  assert.equal(git('log', '--format=%s'), 'Revert "work"\nwork\nfirst\n');
});

test('of a merge, what it brought is undone', { skip }, async (t) => {
  const { top, git, id, text } = await makeBranches(t);
  git('merge', '-q', '--no-ff', '--no-edit', 'work');
  await pickCommit(top, { act: 'revert', commit: id('HEAD') });
  assert.equal(await text(), 'one\ntwo\nthree\n');
});

test('a conflict waits for the user, and is given up', { skip }, async (t) => {
  const { top, git, id, write, text } = await makeBranches(t);
  await write('a.txt', 'one\ntwo\n3\n');
  git('commit', '-qam', 'main');
  await assert.rejects(pickCommit(top, { act: 'cherry-pick', commit: id('work') }), { code: 'conflict' });
  await endUnfinished(top, { act: 'abort' });
  assert.equal(await text(), 'one\ntwo\n3\n');
  await assert.rejects(pickCommit(top, { act: 'revert', commit: '0'.repeat(40) }), {
    code: 'unknown_commit',
  });
});
