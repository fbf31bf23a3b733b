// Conflicts of a real git.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { readGitState } from '../git/git-state.ts';
import { makeRepository, WITHOUT_GIT, type Repository } from '../git/fixtures/repository.ts';
import { endUnfinished } from './end-unfinished.ts';
import { stageFiles } from './staging.ts';

const withGit = { skip: WITHOUT_GIT };
const ACTS = {
  merge: ['merge', 'other'],
  rebase: ['rebase', 'other'],
  'cherry-pick': ['cherry-pick', 'other'],
  revert: ['revert', '--no-edit', 'HEAD~1'],
} as const;

/** Brings git into the middle of something, with a conflict in a.txt. */
async function conflict(t: TestContext, act: readonly string[]): Promise<Repository> {
  const repository = await makeRepository(t);
  const { git, write } = repository;
  const commit = async (text: string): Promise<void> => {
    await write('a.txt', text);
    git('commit', '-qam', text);
  };
  git('switch', '-qc', 'other');
  await commit('theirs\n');
  git('switch', '-q', 'main');
  await commit('ours\n');
  await commit('ours again\n');
  assert.throws(() => git(...act));
  return repository;
}

test(
  'whatever git is in the middle of is named and aborted, and the files are as before',
  withGit,
  async (t) => {
    for (const [what, args] of Object.entries(ACTS)) {
      const { top } = await conflict(t, args);
      const state = await readGitState(top);
      assert.ok(state && 'files' in state);
      assert.deepEqual([state.unfinished, state.files['a.txt']], [what, 'conflict']);
      const done = await endUnfinished(top, { act: 'abort' });
      assert.deepEqual(
        [done.state?.unfinished, done.state?.branch, done.state?.files],
        [undefined, 'main', {}],
      );
      assert.equal(await readFile(path.join(top, 'a.txt'), 'utf8'), 'ours again\n');
    }
  },
);

test('it continues once the conflicts are staged, and is refused before', withGit, async (t) => {
  for (const [what, args] of Object.entries(ACTS)) {
    const { top, write } = await conflict(t, args);
    await assert.rejects(endUnfinished(top, { act: 'continue' }), { status: 409, code: 'conflict' }, what);
    let state = await readGitState(top);
    // A rebase stops at each of the two commits.
    for (let step = 1; state && 'files' in state && state.unfinished && step < 4; step += 1) {
      await write('a.txt', `resolved ${step}\n`);
      await stageFiles(top, ['a.txt']);
      await endUnfinished(top, { act: 'continue' }).catch((error: { code: string }) =>
        assert.equal(error.code, 'conflict'),
      );
      state = await readGitState(top);
    }
    assert.ok(state && 'files' in state);
    assert.deepEqual([state.unfinished, state.branch, state.files], [undefined, 'main', {}], what);
  }
});

test('when git is in the middle of nothing, there is nothing to abort', withGit, async (t) => {
  const { top } = await makeRepository(t);
  await assert.rejects(endUnfinished(top, { act: 'abort' }), { status: 409, code: 'nothing_unfinished' });
});
