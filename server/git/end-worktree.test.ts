// The end of a worktree: the work that it finds, keeps and removes, with a real git.
import assert from 'node:assert/strict';
import { chmod, readFile, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { removeWorktree } from './end-worktree.ts';
import { allowPrograms } from './folder-programs.ts';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { findUnsavedWork, readIgnored } from './unsaved-work.ts';

test('R-62: all work is found: uncommitted, hidden, untracked, ignored, unpushed', { skip }, async (t) => {
  const { top, git, gitIn, write, addWorktree } = await makeRepository(t);
  await write('hidden.txt', 'old');
  git('add', '-A');
  git('commit', '-qm', 'second');
  const folder = addWorktree('new');
  assert.ok((await findUnsavedWork(folder, {})).isClean);
  await write('.env', 'KEY=1');
  await write(path.join(folder, '.env'), 'KEY=1');
  await write(path.join(folder, 'node_modules/x/index.js'), '');
  const expected = await readIgnored(folder);
  assert.ok((await findUnsavedWork(folder, expected)).isClean, 'a copy, and what the set-up made');

  await write(path.join(folder, 'b.txt'), 'committed');
  gitIn(folder, 'add', '-A');
  gitIn(folder, 'commit', '-qm', 'my work');
  await write(path.join(folder, 'a.txt'), 'changed');
  gitIn(folder, 'update-index', '--assume-unchanged', 'hidden.txt');
  await write(path.join(folder, 'hidden.txt'), 'new');
  await write(path.join(folder, 'deep/new file.txt'), 'untracked');
  await write(path.join(folder, 'run.log'), 'ignored');
  await write(path.join(folder, '.env'), 'KEY=another');
  const work = await findUnsavedWork(folder, expected);
  assert.deepEqual(work.uncommitted, ['a.txt', 'hidden.txt']);
  assert.deepEqual(work.untracked, ['deep/new file.txt']);
  assert.deepEqual(work.ignored.toSorted(), ['.env', 'run.log']);
  assert.deepEqual(work.expected, ['node_modules/']);
  assert.deepEqual(
    work.unpushed.map(({ subject }) => subject),
    ['my work'],
  );
  assert.deepEqual([work.isClean, work.obstacle, work.branch, work.repository], [false, null, 'new', top]);

  const { kept, branch } = await removeWorktree(work);
  await assert.rejects(stat(folder), { code: 'ENOENT' });
  assert.equal(branch, 'new');
  assert.equal(git('log', '-1', '--format=%s', 'new').trim(), 'my work');
  assert.ok(kept);
  const show = (name: string): string => git('show', `${kept}:${name}`);
  assert.deepEqual(['a.txt', 'hidden.txt', 'deep/new file.txt', 'b.txt'].map(show), [
    'changed',
    'new',
    'untracked',
    'committed',
  ]);
  assert.equal(git('rev-parse', `${kept}^`), git('rev-parse', 'new'));
});

test(
  'ignored files alone keep a worktree from being clean, unless they are expected',
  { skip },
  async (t) => {
    const { write, addWorktree } = await makeRepository(t);
    const folder = addWorktree('new');
    await write(path.join(folder, 'run.log'), 'the only result of an hour');
    const { isClean, ignored } = await findUnsavedWork(folder, {});
    assert.deepEqual([isClean, ignored], [false, ['run.log']]);
    assert.ok((await findUnsavedWork(folder, await readIgnored(folder))).isClean);
  },
);

test('commits count as unpushed until a remote or another branch has them', { skip }, async (t) => {
  const { around, git, gitIn, write, addWorktree } = await makeRepository(t);
  const folder = addWorktree('new');
  await write(path.join(folder, 'a.txt'), 'changed');
  gitIn(folder, 'commit', '-qam', 'work');
  assert.equal((await findUnsavedWork(folder, {})).unpushed.length, 1);
  git('init', '-q', '--bare', path.join(around, 'remote.git'));
  git('remote', 'add', 'origin', path.join(around, 'remote.git'));
  gitIn(folder, 'push', '-q', 'origin', 'new');
  assert.ok((await findUnsavedWork(folder, {})).isClean);
  git('update-ref', '-d', 'refs/remotes/origin/new');
  assert.equal((await findUnsavedWork(folder, {})).isClean, false);
  git('merge', '-q', 'new');
  assert.ok((await findUnsavedWork(folder, {})).isClean);
});

test(
  'a repository inside, commits on no branch, and the repository itself are never removed',
  { skip },
  async (t) => {
    const { top, gitIn, write, addWorktree } = await makeRepository(t);
    await assert.rejects(findUnsavedWork(top, {}), { code: 'not_a_worktree' });
    const folder = addWorktree('new');
    gitIn(folder, 'init', '-q', 'inner');
    await write(path.join(folder, 'inner/x.txt'), 'x');
    const { obstacle } = await findUnsavedWork(folder, {});
    assert.match(obstacle ?? '', /contains another repository.*inner\//);
    assert.equal(obstacle!.split('inner/').length, 2, 'it is named once');

    const detached = addWorktree('other');
    gitIn(detached, 'switch', '-q', '--detach');
    assert.equal((await findUnsavedWork(detached, {})).obstacle, null);
    await write(path.join(detached, 'a.txt'), 'changed');
    gitIn(detached, 'commit', '-qam', 'on no branch');
    assert.match((await findUnsavedWork(detached, {})).obstacle ?? '', /HEAD is detached/);
  },
);

test('if the work cannot be kept, the worktree stays', { skip }, async (t) => {
  const { top, write, addWorktree } = await makeRepository(t);
  const folder = addWorktree('new');
  await write(path.join(folder, 'b.txt'), 'untracked');
  const work = await findUnsavedWork(folder, {});
  // In place of any reason that keeps git from writing.
  await unlink(path.join(top, '.git/worktrees/shop-new/HEAD'));
  await assert.rejects(removeWorktree(work), { code: 'git_failed', message: /could not be kept/ });
  assert.equal(await readFile(path.join(folder, 'b.txt'), 'utf8'), 'untracked');
});

test(
  'a branch goes with its worktree if its commits are elsewhere, too, and stays otherwise',
  { skip },
  async (t) => {
    const { git, gitIn, write, addWorktree } = await makeRepository(t);
    const branches = (): string[] => git('branch', '--format=%(refname:short)').trim().split('\n');
    const commit = async (folder: string): Promise<void> => {
      await write(path.join(folder, 'made.txt'), folder);
      gitIn(folder, 'add', '-A');
      gitIn(folder, 'commit', '-qm', 'made');
    };
    const end = async (folder: string) =>
      removeWorktree(await findUnsavedWork(folder, {}), { withBranch: true });
    const [unused, merged, own, saved] = ['unused', 'merged', 'own', 'saved'].map((name) =>
      addWorktree(name),
    );
    await commit(merged!);
    git('merge', '-q', 'merged');
    await commit(own!);
    await commit(saved!);
    await write(path.join(saved!, 'late.txt'), 'not committed');
    assert.equal((await end(unused!)).branch, null);
    assert.equal((await end(merged!)).branch, null);
    assert.equal((await end(own!)).branch, 'own');
    const { branch, kept } = await end(saved!);
    assert.equal(branch, null);
    assert.match(git('log', '--format=%s', kept!), /made/);
    assert.deepEqual(
      branches().filter((name) => !['main', 'master'].includes(name)),
      ['own'],
    );
  },
);

test('what is written while work is being kept keeps the worktree, too', { skip }, async (t) => {
  const { top, write, addWorktree, git } = await makeRepository(t);
  const folder = addWorktree('new');
  await write(path.join(folder, 'b.txt'), 'untracked');
  const work = await findUnsavedWork(folder, {});
  // This runs when the files are stored and before the folder is removed, like a program that still writes.
  const hook = path.join(top, '.git/hooks/reference-transaction');
  await write(hook, `#!/bin/sh\necho later > '${folder}/late.txt'\n`);
  await chmod(hook, 0o755);
  await allowPrograms(top);
  await assert.rejects(removeWorktree(work), { code: 'changed', message: /late\.txt was changed/ });
  assert.equal(await readFile(path.join(folder, 'late.txt'), 'utf8'), 'later\n');
  await unlink(hook);
  assert.match(git('worktree', 'list'), /shop-new/);
});

test(
  'what the user has looked at is no longer the same after any change of the work',
  { skip },
  async (t) => {
    const { gitIn, write, addWorktree } = await makeRepository(t);
    const folder = addWorktree('new');
    const look = async (): Promise<string> => (await findUnsavedWork(folder, {})).seen;
    const looks = [await look()];
    assert.equal(await look(), looks[0]);
    const acts = [
      () => write(path.join(folder, 'a.txt'), 'changed'),
      () => write(path.join(folder, 'b.txt'), 'untracked'),
      () => write(path.join(folder, 'x.log'), 'ignored'),
      () => gitIn(folder, 'commit', '-qam', 'work'),
      () => gitIn(folder, 'commit', '-q', '--amend', '--no-edit', '--date=2040-01-01T00:00:00Z'),
      () => gitIn(folder, 'branch', '-m', 'renamed'),
    ];
    for (const act of acts) {
      await act();
      looks.push(await look());
    }
    assert.equal(new Set(looks).size, looks.length);
  },
);

test('an ignored file is a copy only if the first checkout has the same bytes', { skip }, async (t) => {
  const { write, addWorktree } = await makeRepository(t);
  const folder = addWorktree('new');
  await write('.env', 'KEY=1');
  await write(path.join(folder, '.env'), 'KEY=2');
  assert.deepEqual((await findUnsavedWork(folder, {})).ignored, ['.env']);
  await write(path.join(folder, '.env'), 'KEY=1');
  assert.deepEqual((await findUnsavedWork(folder, {})).ignored, []);
});

test('a file that git was told to skip is found and kept with the rest', { skip }, async (t) => {
  const { git, gitIn, write, addWorktree } = await makeRepository(t);
  const folder = addWorktree('new');
  gitIn(folder, 'update-index', '--skip-worktree', 'a.txt');
  await write(path.join(folder, 'a.txt'), 'mine');
  const work = await findUnsavedWork(folder, {});
  assert.deepEqual(work.uncommitted, ['a.txt']);
  const { kept } = await removeWorktree(work);
  assert.equal(git('show', `${kept}:a.txt`), 'mine');
});

test(
  'work is kept whatever the user has set for line ends, and is not said to be theirs',
  { skip },
  async (t) => {
    const { git, write, addWorktree } = await makeRepository(t);
    const folder = addWorktree('new');
    git('config', 'core.autocrlf', 'input');
    git('config', 'core.safecrlf', 'true');
    await write(path.join(folder, 'windows.txt'), 'one\r\ntwo\r\n');
    const { kept } = await removeWorktree(await findUnsavedWork(folder, {}));
    assert.equal(git('show', `${kept}:windows.txt`), 'one\ntwo\n');
    assert.equal(git('log', '-1', '--format=%an %cn', kept!).trim(), 'pi-panel pi-panel');
  },
);

test('a kept file that changes before the folder is removed keeps the worktree', { skip }, async (t) => {
  const { top, write, addWorktree } = await makeRepository(t);
  const folder = addWorktree('new');
  await write(path.join(folder, 'a.txt'), 'changed');
  const work = await findUnsavedWork(folder, {});
  const hook = path.join(top, '.git/hooks/reference-transaction');
  await write(hook, `#!/bin/sh\necho later > '${folder}/a.txt'\n`);
  await chmod(hook, 0o755);
  await allowPrograms(top);
  await assert.rejects(removeWorktree(work), { code: 'changed', message: /a\.txt was changed/ });
  assert.equal(await readFile(path.join(folder, 'a.txt'), 'utf8'), 'later\n');
});

test(
  'an expected file that was written since is work, also if it is as long as before',
  { skip },
  async (t) => {
    const { write, addWorktree } = await makeRepository(t);
    const folder = addWorktree('new');
    const file = path.join(folder, 'x.log');
    await write(file, 'made');
    await utimes(file, 1000, 1000);
    const expected = await readIgnored(folder);
    assert.deepEqual((await findUnsavedWork(folder, expected)).ignored, []);
    await write(file, 'mine');
    assert.deepEqual((await findUnsavedWork(folder, expected)).ignored, ['x.log']);
  },
);

test(
  'commits of a detached HEAD are safe in a tag, and its files are kept by the name of the folder',
  { skip },
  async (t) => {
    const { git, gitIn, write, addWorktree } = await makeRepository(t);
    const folder = addWorktree('new');
    gitIn(folder, 'switch', '-q', '--detach');
    await write(path.join(folder, 'a.txt'), 'on no branch');
    gitIn(folder, 'commit', '-qam', 'on no branch');
    gitIn(folder, 'tag', 'v1');
    await write(path.join(folder, 'b.txt'), 'untracked');
    const work = await findUnsavedWork(folder, {});
    assert.deepEqual([work.obstacle, work.unpushed], [null, []]);
    const { kept, branch } = await removeWorktree(work);
    assert.equal(branch, null);
    assert.match(kept ?? '', /^refs\/pi-panel\/ended\/shop-new-2/);
    assert.equal(git('show', `${kept}:b.txt`), 'untracked');
  },
);
