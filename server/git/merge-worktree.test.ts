// Bringing the branch of a worktree back with a real git: the plan, the merge, and everything that it refuses.
import assert from 'node:assert/strict';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { allowPrograms } from './folder-programs.ts';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { applyMerge, planMerge, someOf } from './merge-worktree.ts';

/** A worktree whose branch changes the second line and adds a file. */
async function setUp(t: TestContext) {
  const repository = await makeRepository(t);
  const { gitIn, write, addWorktree } = repository;
  const folder = addWorktree('new');
  await write(path.join(folder, 'a.txt'), 'one\nTWO\nthree\n');
  await write(path.join(folder, 'sub/b.txt'), 'b\n');
  gitIn(folder, 'add', '-A');
  gitIn(folder, 'commit', '-qm', 'my work');
  const read = (name: string): Promise<string> => readFile(path.join(repository.top, name), 'utf8');
  /** Nothing of a merge is in the first checkout. */
  const head = repository.git('rev-parse', 'main');
  return { ...repository, folder, read, head };
}

test(
  'a plan names commits and files and changes nothing; applied, the base has them',
  { skip },
  async (t) => {
    const { top, git, folder, read, write, head } = await setUp(t);
    await write('c.txt', 'meanwhile\n');
    git('add', '-A');
    git('commit', '-qm', 'meanwhile');
    await write(path.join(folder, 'left.txt'), 'not committed');
    const before = git('rev-parse', 'HEAD');
    const plan = await planMerge(folder, 'main');
    assert.deepEqual(plan.into, { folder: top, branch: 'main' });
    assert.deepEqual(
      plan.commits.map(({ subject }) => subject),
      ['my work'],
    );
    assert.deepEqual(plan.files, [
      { path: 'a.txt', added: 1, removed: 1 },
      { path: 'sub/b.txt', added: 1, removed: 0 },
    ]);
    assert.deepEqual([plan.conflicts, plan.obstacle, plan.left], [[], null, ['left.txt']]);
    assert.equal(git('rev-parse', 'HEAD'), before);
    assert.equal(git('status', '--porcelain'), '');

    const { commit } = await applyMerge(folder, 'main', plan.id);
    assert.equal(git('rev-parse', 'HEAD').trim(), commit);
    assert.deepEqual([await read('a.txt'), await read('sub/b.txt')], ['one\nTWO\nthree\n', 'b\n']);
    assert.notEqual(git('rev-parse', 'main'), head);
    assert.match((await planMerge(folder, 'main')).obstacle ?? '', /the changes in new are not committed/);
  },
);

test(
  'a conflict is known beforehand, shows both sides, and leaves the checkout untouched',
  { skip },
  async (t) => {
    const { git, folder, read, write } = await setUp(t);
    await write('a.txt', 'one\n2\nthree\n');
    git('commit', '-qam', 'meanwhile');
    const before = git('rev-parse', 'HEAD');
    const { conflicts, id } = await planMerge(folder, 'main');
    assert.deepEqual(
      conflicts?.map(({ path: name }) => name),
      ['a.txt'],
    );
    assert.match(conflicts?.[0]?.text ?? '', /<{7} .*\n2\n={7}\nTWO\n>{7} /);
    await assert.rejects(applyMerge(folder, 'main', id), { code: 'conflict', message: /Nothing was merged/ });
    assert.equal(await read('a.txt'), 'one\n2\nthree\n');
    assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain')], [before, '']);

    // A side that deleted the file has no text to show.
    git('rm', '-q', 'a.txt');
    git('commit', '-qm', 'gone');
    assert.deepEqual((await planMerge(folder, 'main')).conflicts, [{ path: 'a.txt', text: null }]);
  },
);

test(
  'a merge is refused if its files have uncommitted changes, and nothing is stashed',
  { skip },
  async (t) => {
    const { git, folder, read, write } = await setUp(t);
    git('config', 'merge.autoStash', 'true');
    const { id } = await planMerge(folder, 'main');
    await write('.gitignore', 'changed\n');
    await write('a.txt', 'one\n2\nthree\n');
    const { obstacle } = await planMerge(folder, 'main');
    assert.match(obstacle ?? '', /\(main\) has uncommitted changes of files in this merge: a\.txt\./);
    await assert.rejects(applyMerge(folder, 'main', id), { code: 'dirty' });
    assert.deepEqual([await read('.gitignore'), await read('a.txt')], ['changed\n', 'one\n2\nthree\n']);
    assert.equal(git('stash', 'list'), '');
  },
);

for (const isFastForward of [true, false])
  test(
    `uncommitted changes of other files stay as they are ${isFastForward ? 'in a fast-forward' : 'beside a merge commit'}`,
    { skip },
    async (t) => {
      const { git, folder, read, write } = await setUp(t);
      if (!isFastForward) {
        await write('c.txt', 'meanwhile\n');
        git('add', '-A');
        git('commit', '-qm', 'meanwhile');
      }
      await write('.gitignore', 'changed\n');
      git('add', '.gitignore');
      const staged = await planMerge(folder, 'main');
      // git makes a merge commit only from an index without other changes.
      if (isFastForward) assert.equal(staged.obstacle, null);
      else assert.match(staged.obstacle ?? '', /\(main\) has staged changes: \.gitignore\./);
      git('reset', '-q');

      const { id, obstacle } = await planMerge(folder, 'main');
      assert.equal(obstacle, null);
      await applyMerge(folder, 'main', id);
      assert.deepEqual([await read('.gitignore'), await read('sub/b.txt')], ['changed\n', 'b\n']);
      assert.equal(git('status', '--porcelain').trim(), 'M .gitignore');
    },
  );

test('a failed merge leaves uncommitted changes of other files alone', { skip }, async (t) => {
  const { top, git, folder, read, write } = await setUp(t);
  await write('c.txt', 'meanwhile\n');
  git('add', '-A');
  git('commit', '-qm', 'meanwhile');
  git('config', 'core.hooksPath', '.git/hooks');
  await write('.git/hooks/pre-merge-commit', '#!/bin/sh\nexit 1\n');
  await chmod(path.join(top, '.git/hooks/pre-merge-commit'), 0o755);
  await allowPrograms(top);
  await write('.gitignore', 'changed\n');
  const { id } = await planMerge(folder, 'main');
  await assert.rejects(applyMerge(folder, 'main', id), { code: 'git_failed' });
  assert.equal(await read('.gitignore'), 'changed\n');
  assert.equal(git('status', '--porcelain').trim(), 'M .gitignore');
});

test(
  'a merge takes the commit of its plan, even if a tag has the name of the branch',
  { skip },
  async (t) => {
    const { git, folder, read, write } = await setUp(t);
    git('tag', 'new', 'main');
    await write('c.txt', 'meanwhile\n');
    git('add', '-A');
    git('commit', '-qm', 'meanwhile');
    const { id } = await planMerge(folder, 'main');
    await applyMerge(folder, 'main', id);
    assert.equal(await read('sub/b.txt'), 'b\n');
    assert.equal(git('log', '-1', '--format=%s').trim(), "Merge branch 'new' into main");
  },
);

test('a branch whose work is not committed yet is not called merged', { skip }, async (t) => {
  const { addWorktree, write } = await makeRepository(t);
  const folder = addWorktree('new');
  assert.match((await planMerge(folder, 'main')).obstacle ?? '', /main already contains everything/);
  await write(path.join(folder, 'a.txt'), 'my work\n');
  assert.match((await planMerge(folder, 'main')).obstacle ?? '', /the changes in new are not committed/);
});

test('files that git does not track are never overwritten, not even ignored ones', { skip }, async (t) => {
  const { gitIn, folder, read, write } = await setUp(t);
  await write(path.join(folder, 'x.log'), 'tracked\n');
  gitIn(folder, 'add', '-f', 'x.log');
  gitIn(folder, 'commit', '-qm', 'log');
  const { id } = await planMerge(folder, 'main');
  await write('x.log', 'precious\n');
  assert.match((await planMerge(folder, 'main')).obstacle ?? '', /does not track.*x\.log/);
  await assert.rejects(applyMerge(folder, 'main', id), { code: 'dirty' });
  assert.equal(await read('x.log'), 'precious\n');
});

test(
  'a commit since the plan, and a hook that refuses the merge, leave the base as it was',
  { skip },
  async (t) => {
    const { top, git, gitIn, folder, write } = await setUp(t);
    const { id } = await planMerge(folder, 'main');
    await write(path.join(folder, 'more.txt'), 'more');
    gitIn(folder, 'add', '-A');
    gitIn(folder, 'commit', '-qm', 'more');
    await assert.rejects(applyMerge(folder, 'main', id), { code: 'plan_stale' });

    await write('c.txt', 'c');
    git('add', '-A');
    git('commit', '-qm', 'meanwhile');
    git('config', 'core.hooksPath', '.git/hooks');
    await write('.git/hooks/pre-merge-commit', '#!/bin/sh\necho not today >&2\nexit 1\n');
    await chmod(path.join(top, '.git/hooks/pre-merge-commit'), 0o755);
    await allowPrograms(top);
    const before = git('rev-parse', 'HEAD');
    const again = await planMerge(folder, 'main');
    await assert.rejects(applyMerge(folder, 'main', again.id), {
      code: 'git_failed',
      message: /not today[^]*is as it was/,
    });
    assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain')], [before, '']);
  },
);

/** Lets a hook of the checkout run this script, after a commit so that the merge needs one, too. */
async function withHook(repository: Awaited<ReturnType<typeof setUp>>, hook: string, script: string) {
  const { top, git, write } = repository;
  await write('c.txt', 'meanwhile\n');
  git('add', '-A');
  git('commit', '-qm', 'meanwhile');
  git('config', 'core.hooksPath', '.git/hooks');
  await write(`.git/hooks/${hook}`, `#!/bin/sh\n${script}\n`);
  await chmod(path.join(top, '.git/hooks', hook), 0o755);
  await allowPrograms(top);
}

test(
  'a checkout is said to be as it was only if it is, whatever a hook has left in it',
  { skip },
  async (t) => {
    const repository = await setUp(t);
    const { top, git, folder } = repository;
    await withHook(repository, 'pre-merge-commit', 'echo of the hook > left.txt; exit 1');
    const { id } = await planMerge(folder, 'main');
    await assert.rejects(applyMerge(folder, 'main', id), ({ message }: Error) => {
      assert.doesNotMatch(message, /is as it was/);
      return message.includes(`${top} is not as it was: look at it.`);
    });
    assert.equal(git('status', '--porcelain').trim(), '?? left.txt');
  },
);

test('a merge is said to be done only if the branch has its commits', { skip }, async (t) => {
  const repository = await setUp(t);
  const { git, folder } = repository;
  await withHook(repository, 'post-merge', 'git reset -q --hard HEAD~1');
  const before = git('rev-parse', 'HEAD');
  const { id } = await planMerge(folder, 'main');
  await assert.rejects(applyMerge(folder, 'main', id), {
    code: 'git_failed',
    message: /^git reported no failure, but main does not have the commits of new\./,
  });
  assert.equal(git('rev-parse', 'HEAD'), before);
});

test('the branch goes to the checkout that has its base, or else to the first one', { skip }, async (t) => {
  const { top, git, folder, addWorktree } = await setUp(t);
  const release = addWorktree('release');
  assert.deepEqual((await planMerge(folder, 'release')).into, { folder: release, branch: 'release' });
  assert.deepEqual((await planMerge(folder, 'unknown')).into, { folder: top, branch: 'main' });
  assert.deepEqual((await planMerge(folder, undefined)).into, { folder: top, branch: 'main' });
  git('switch', '-q', '--detach');
  await assert.rejects(planMerge(folder, 'main'), {
    code: 'no_merge',
    message: /No checkout has the branch main/,
  });
});

test(
  'a commit in the checkout since the plan is looked at before anything is merged',
  { skip },
  async (t) => {
    const { git, folder, write } = await setUp(t);
    const { id } = await planMerge(folder, 'main');
    await write('c.txt', 'c');
    git('add', '-A');
    git('commit', '-qm', 'meanwhile');
    const before = git('rev-parse', 'HEAD');
    await assert.rejects(applyMerge(folder, 'main', id), { code: 'plan_stale' });
    assert.equal(git('rev-parse', 'HEAD'), before);
  },
);

test('whatever is unfinished in the checkout is named, and finished before a merge', { skip }, async (t) => {
  const { git, folder } = await setUp(t);
  for (const [ref, words] of [
    ['MERGE_HEAD', /A merge is in progress/],
    ['CHERRY_PICK_HEAD', /A cherry-pick is in progress/],
    ['REVERT_HEAD', /A revert is in progress/],
  ] as const) {
    git('update-ref', ref, 'HEAD');
    const { id, obstacle } = await planMerge(folder, 'main');
    assert.match(obstacle ?? '', words);
    await assert.rejects(applyMerge(folder, 'main', id), { code: 'dirty' });
    git('update-ref', '-d', ref);
  }
  assert.equal((await planMerge(folder, 'main')).obstacle, null);
});

test('a branch is never merged into itself, whatever it says that it began with', { skip }, async (t) => {
  const { top, folder } = await setUp(t);
  assert.deepEqual((await planMerge(folder, 'new')).into, { folder: top, branch: 'main' });
  await assert.rejects(planMerge(top, 'main'), { code: 'no_merge', message: /is the repository itself/ });
});

test(
  'a fast-forward leaves staged changes staged, also if the settings ask for a stash',
  { skip },
  async (t) => {
    const { git, folder, read, write } = await setUp(t);
    git('config', 'merge.autoStash', 'true');
    await write('.gitignore', 'changed\n');
    git('add', '.gitignore');
    const { id } = await planMerge(folder, 'main');
    const { output } = await applyMerge(folder, 'main', id);
    assert.doesNotMatch(output, /stash/i);
    assert.equal(git('status', '--porcelain'), 'M  .gitignore\n');
    assert.equal(await read('sub/b.txt'), 'b\n');
  },
);

test('a conflict that is not text, or too long to show, is named without its text', { skip }, async (t) => {
  const { git, gitIn, folder, write } = await setUp(t);
  const long = (words: string): string => `${words}\n${'a line\n'.repeat(30_000)}`;
  const both: [string, (words: string) => string][] = [
    ['binary', (words) => `\0${words}`],
    ['long.txt', long],
    ['short.txt', (words) => `${words}\n`],
  ];
  for (const [name, text] of both) {
    await write(name, text('ours'));
    await write(path.join(folder, name), text('theirs'));
  }
  git('add', '-A');
  git('commit', '-qm', 'ours');
  gitIn(folder, 'add', '-A');
  gitIn(folder, 'commit', '-qm', 'theirs');
  const { conflicts } = await planMerge(folder, 'main');
  assert.deepEqual(
    conflicts?.map(({ path: name, text }) => [name, text !== null]),
    [
      ['binary', false],
      ['long.txt', false],
      ['short.txt', true],
    ],
  );
});

test('of many names five are said, and how many more there are', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  assert.equal(someOf(names.slice(0, 5)), 'a, b, c, d, e');
  assert.equal(someOf(names.slice(0, 6)), 'a, b, c, d, e and 1 more');
  assert.equal(someOf(names), 'a, b, c, d, e and 2 more');
});
