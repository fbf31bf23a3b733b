// The state of a repository as pages show it, with a real git.
import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { GitState } from '../../shared/git.ts';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { findStaged, readGitState } from './git-state.ts';

async function stateOf(folder: string): Promise<GitState> {
  const state = await readGitState(folder);
  assert.ok(state && 'files' in state, JSON.stringify(state));
  return state;
}

test('each file has one mark, and is staged, unstaged, both or neither', { skip }, async (t) => {
  const { top, git, write } = await makeRepository(t);
  for (const name of ['both', 'unstaged', 'staged gone', 'gone']) await write(name, 'old\n');
  git('add', '-A');
  git('commit', '-qm', 'second');
  await write('both', 'staged\n');
  await write('added', 'staged\n');
  await write('added and gone', 'staged\n');
  git('add', '-A');
  await write('both', 'changed\n');
  await write('unstaged', 'changed\n');
  await write('added', 'changed\n');
  git('rm', '-q', '--cached', 'staged gone');
  for (const name of ['added and gone', 'gone', 'staged gone']) await rm(path.join(top, name));
  await write('new  two spaces', 'untracked\n');
  const { files, staged, unstaged } = await stateOf(top);
  assert.deepEqual(files, {
    added: 'added',
    'added and gone': 'deleted',
    both: 'modified',
    gone: 'deleted',
    'new  two spaces': 'untracked',
    'staged gone': 'deleted',
    unstaged: 'modified',
  });
  assert.deepEqual(staged, ['added', 'added and gone', 'both', 'staged gone']);
  assert.deepEqual(unstaged, ['added', 'added and gone', 'both', 'gone', 'unstaged']);
  assert.deepEqual(await findStaged(top, ['unstaged', 'both', 'new  two spaces']), ['both']);
});

test(
  'a folder of the repository has its own files by their paths in it, and no others',
  { skip },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    for (const name of ['sub two/in/a', 'sub two/b', 'sub two.txt', 'other/a']) await write(name, 'x');
    const files = async (): Promise<string[]> =>
      Object.keys((await stateOf(path.join(top, 'sub two'))).files);
    assert.deepEqual(await files(), [], 'it has no name for itself');
    git('add', 'sub two/b');
    assert.deepEqual(await files(), ['b', 'in/']);
  },
);

test(
  'a repository without a commit, and a detached HEAD, have no name for what they lack',
  { skip },
  async (t) => {
    const { around, top, git, gitIn } = await makeRepository(t);
    gitIn(around, 'init', '-q', '-b', 'first', 'empty');
    const empty = await stateOf(path.join(around, 'empty'));
    assert.deepEqual([empty.branch, empty.commit, empty.upstream], ['first', null, null]);
    git('checkout', '-q', '--detach');
    const detached = await stateOf(top);
    assert.deepEqual([detached.branch, detached.commit], [null, git('rev-parse', 'HEAD').trim()]);
  },
);

test('the commits on both sides of the upstream are counted, each on its side', { skip }, async (t) => {
  const { top, git } = await makeRepository(t);
  git('branch', 'their/s');
  git('config', 'branch.main.remote', '.');
  git('config', 'branch.main.merge', 'refs/heads/their/s');
  for (const words of ['one', 'two']) git('commit', '-q', '--allow-empty', '-m', words);
  const tree = git('rev-parse', 'HEAD^{tree}').trim();
  for (const words of ['a', 'b', 'c']) {
    const id = git('commit-tree', tree, '-p', 'their/s', '-m', words).trim();
    git('update-ref', 'refs/heads/their/s', id);
  }
  const { upstream, ahead, behind } = await stateOf(top);
  assert.deepEqual([upstream, ahead, behind], ['their/s', 2, 3]);
});

test(
  'a rebase is named before the commit that it picks, and nothing if all is finished',
  { skip },
  async (t) => {
    const { top, git } = await makeRepository(t);
    assert.equal((await stateOf(top)).unfinished, undefined);
    git('update-ref', 'CHERRY_PICK_HEAD', 'HEAD');
    assert.equal((await stateOf(top)).unfinished, 'cherry-pick');
    for (const name of ['rebase-apply', 'rebase-merge']) {
      const folder = path.join(top, '.git', name);
      await mkdir(folder);
      assert.equal((await stateOf(top)).unfinished, 'rebase', name);
      await rm(folder, { recursive: true });
    }
  },
);
