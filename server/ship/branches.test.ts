// Branches of a real repository.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { changeBranch, changesFiles, ownCommits, listBranches } from './branches.ts';
import { makeRemote } from './fixtures/remote.ts';
import { fetchRemotes } from './remotes.ts';

const withGit = { skip: WITHOUT_GIT };

test(
  'local and remote branches are listed with their last commit and how far they are from their upstream',
  withGit,
  async (t) => {
    const { top, git, around, addWorktree, pushFromElsewhere } = await makeRemote(t);
    git('remote', 'set-head', 'origin', 'main');
    pushFromElsewhere('b.txt', 'x\n');
    await fetchRemotes(top);
    git('commit', '-q', '--allow-empty', '-m', 'ours: one');
    addWorktree('side');
    git('branch', '-q', '--track', 'gone', 'origin/main');
    git('config', 'branch.gone.merge', 'refs/heads/deleted');
    const all = await listBranches(top);
    assert.deepEqual(all.map(({ name }) => name).sort(), ['gone', 'main', 'origin/main', 'side']);
    const of = (name: string) => all.find((one) => one.name === name)!;
    const { at, commit, ...main } = of('main');
    assert.ok(at > 0);
    assert.equal(commit, git('rev-parse', 'HEAD').trim());
    assert.deepEqual(main, {
      name: 'main',
      upstream: 'origin/main',
      ahead: 1,
      behind: 1,
      subject: 'ours: one',
      isCurrent: true,
    });
    assert.equal(of('side').folder, path.join(around, 'shop-side'));
    assert.equal(of('origin/main').isRemote, true);
    assert.equal(of('gone').isGone, true);
  },
);

test('a branch is created here or from another one, switched to, renamed and deleted', withGit, async (t) => {
  const { top, git } = await makeRemote(t);
  assert.equal((await changeBranch(top, { create: 'work/ä' })).state?.branch, 'work/ä');
  await changeBranch(top, { create: 'other', from: 'origin/main', stay: true });
  assert.equal(git('rev-parse', '--abbrev-ref', 'other@{upstream}').trim(), 'origin/main');
  assert.equal((await changeBranch(top, { rename: 'work/ä', to: 'done' })).state?.branch, 'done');
  assert.equal((await changeBranch(top, { switch: 'main' })).state?.branch, 'main');
  await changeBranch(top, { delete: 'done' });
  assert.deepEqual((await listBranches(top)).map(({ name }) => name).sort(), [
    'main',
    'origin/main',
    'other',
  ]);
  for (const body of [
    { create: 'a..b' },
    { create: 'main' },
    { create: 'x', from: 'nowhere' },
    { switch: 'nowhere' },
    { rename: 'nowhere', to: 'y' },
    { delete: 'nowhere' },
    { delete: 'main' },
  ])
    await assert.rejects(changeBranch(top, body), { status: 409, code: 'git_failed' }, JSON.stringify(body));
});

test('a branch with commits of its own is deleted only with the commit that was seen', withGit, async (t) => {
  const { top, git } = await makeRemote(t);
  await changeBranch(top, { create: 'work' });
  git('commit', '-q', '--allow-empty', '-m', 'only here');
  const tip = git('rev-parse', 'HEAD').trim();
  await changeBranch(top, { switch: 'main' });
  await assert.rejects(changeBranch(top, { delete: 'work' }), { status: 409, code: 'unmerged' });
  assert.deepEqual(
    (await ownCommits(top, 'work')).commits.map(({ subject }) => subject),
    ['only here'],
  );
  git('branch', '-q', 'copy', 'work');
  assert.deepEqual((await ownCommits(top, 'work')).commits, []);
  await assert.rejects(changeBranch(top, { delete: 'work' }), { status: 409, code: 'unmerged' });
  git('branch', '-qD', 'copy');
  await assert.rejects(changeBranch(top, { delete: 'work', unmerged: '0'.repeat(40) }), {
    code: 'branch_moved',
  });
  await changeBranch(top, { delete: 'work', unmerged: tip });
  assert.deepEqual((await listBranches(top)).map(({ name }) => name).sort(), ['main', 'origin/main']);
});

test(
  'changes in the way of a switch are named, and are put on the stash if the user says so',
  withGit,
  async (t) => {
    const { top, git, write } = await makeRemote(t);
    await changeBranch(top, { create: 'work' });
    await write('a.txt', 'committed\n');
    git('commit', '-qam', 'work');
    await write('a.txt', 'not committed\n');
    await write('new.txt', 'untracked\n');
    await assert.rejects(changeBranch(top, { switch: 'main' }), {
      code: 'would_overwrite',
      message: /a\.txt/,
    });
    const { state } = await changeBranch(top, { switch: 'main', stash: true });
    assert.deepEqual([state?.branch, state?.files], ['main', {}]);
    assert.match(git('stash', 'list'), /Before switching to main/);
  },
);

test('only what changes files in the folder waits for its agents', () => {
  assert.equal(changesFiles({ create: 'x' }), false);
  assert.equal(changesFiles({ create: 'x', from: 'y', stay: true }), false);
  assert.equal(changesFiles({ create: 'x', from: 'y' }), true);
  assert.equal(changesFiles({ switch: 'x' }), true);
  assert.equal(changesFiles({ rename: 'x', to: 'y' }), false);
  assert.equal(changesFiles({ delete: 'x' }), false);
});
