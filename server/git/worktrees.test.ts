// Adding and undoing worktrees with a real git.
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { test } from 'node:test';
import { allowPrograms } from './folder-programs.ts';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { copyIncluded, listIncluded } from './included-files.ts';
import {
  addWorktree,
  commitOf,
  dropWorktree,
  findCheckouts,
  listBranches,
  requireNewBranch,
} from './worktrees.ts';

test(
  'a worktree has its branch checked out, and every folder in it knows its repository',
  { skip },
  async (t) => {
    const { around, top, git, gitIn, write } = await makeRepository(t);
    await write('packages/api/x.ts', '');
    git('add', '-A');
    git('commit', '-qm', 'second');
    const base = git('rev-parse', 'HEAD').trim();
    const folder = path.join(around, 'shop-new');
    assert.equal(await addWorktree(top, { folder, branch: 'feature/new', base }), null);
    assert.equal(gitIn(folder, 'branch', '--show-current').trim(), 'feature/new');
    const place = await findCheckouts(path.join(folder, 'packages/api'));
    assert.equal(place.prefix, 'packages/api/');
    assert.deepEqual([place.own.folder, place.own.branch], [folder, 'feature/new']);
    assert.deepEqual([place.main.folder, place.main.branch], [top, 'main']);
    assert.deepEqual((await listBranches(top)).toSorted(), ['feature/new', 'main']);
  },
);

test(
  'a folder without git, a bad name and a name that is taken are refused with a reason',
  { skip },
  async (t) => {
    const { around, top } = await makeRepository(t);
    await assert.rejects(findCheckouts(around), {
      code: 'no_git',
      message: /is not in a git checkout: not a git repo/,
    });
    await assert.rejects(requireNewBranch(top, 'main'), { code: 'branch_exists' });
    for (const name of ['a b', '-x', 'x..y', '@{-1}', 'x.lock'])
      await assert.rejects(requireNewBranch(top, name), { code: 'bad_branch' }, name);
    await requireNewBranch(top, 'fix/1');
  },
);

test('worktrees that are wanted at the same time are added one after the other', { skip }, async (t) => {
  const { around, top, git, write } = await makeRepository(t);
  const base = git('rev-parse', 'HEAD').trim();
  // git dies if it reads a worktree that another git is adding. It runs this hook while it adds one.
  git('config', 'core.hooksPath', '.git/hooks');
  const hook = path.join(top, '.git/hooks/post-checkout');
  await write(
    hook,
    `#!/bin/sh\nmkdir ${around}/busy || touch ${around}/overlap\nsleep 0.5\nrmdir ${around}/busy\n`,
  );
  await chmod(hook, 0o755);
  await allowPrograms(top);
  const names = ['x', 'y', 'z'];
  const added = names.map((branch) => addWorktree(top, { folder: path.join(around, branch), branch, base }));
  assert.deepEqual(await Promise.all(added), [null, null, null]);
  assert.deepEqual((await listBranches(top)).toSorted(), ['main', ...names]);
  await assert.rejects(stat(path.join(around, 'overlap')), { code: 'ENOENT' });
});

test('the checkouts are found while another git is adding a worktree', { skip }, async (t) => {
  const { top, git, addWorktree: add } = await makeRepository(t);
  add('new');
  const file = path.join(top, '.git/worktrees/shop-new/commondir');
  const content = await readFile(file);
  // git creates the file empty, and then writes it.
  await writeFile(file, '');
  assert.throws(() => git('worktree', 'list'), /commondir/);
  const found = findCheckouts(top);
  await Promise.race([found, setTimeout(200)]).catch(() => undefined);
  await writeFile(file, content);
  assert.equal((await found).all.length, 2);
  await writeFile(file, '');
  await assert.rejects(findCheckouts(top), { code: 'no_git' });
});

test('an addition that fails leaves neither a folder nor a branch', { skip }, async (t) => {
  const { around, top, git, write } = await makeRepository(t);
  const base = git('rev-parse', 'HEAD').trim();
  const folder = path.join(around, 'taken');
  await write(path.join(folder, 'mine.txt'), 'mine');
  const words = await addWorktree(top, { folder, branch: 'new', base });
  assert.match(words ?? '', /already exists/);
  assert.equal(await commitOf(top, 'refs/heads/new'), null);
  assert.equal(await readFile(path.join(folder, 'mine.txt'), 'utf8'), 'mine');

  // A hook that fails has run after the branch and the files were made.
  await write('.git/hooks/post-checkout', '#!/bin/sh\necho no room >&2\nexit 1\n');
  git('config', 'core.hooksPath', '.git/hooks');
  await import('node:fs/promises').then(({ chmod }) =>
    chmod(path.join(top, '.git/hooks/post-checkout'), 0o755),
  );
  await allowPrograms(top);
  const failed = path.join(around, 'failed');
  assert.match((await addWorktree(top, { folder: failed, branch: 'new', base })) ?? '', /no room/);
  assert.equal(await commitOf(top, 'refs/heads/new'), null);
  await assert.rejects(stat(failed), { code: 'ENOENT' });
});

test(
  'a discarded worktree takes its branch along only while that has no commit of its own',
  { skip },
  async (t) => {
    const { top, git, gitIn, write, addWorktree: add } = await makeRepository(t);
    const base = git('rev-parse', 'HEAD').trim();
    const [empty, used] = [add('empty'), add('used')];
    assert.equal(await dropWorktree(top, { folder: empty, branch: 'empty', base }), null);
    assert.equal(await commitOf(top, 'refs/heads/empty'), null);
    await write(path.join(used, 'b.txt'), 'work');
    gitIn(used, 'add', '-A');
    gitIn(used, 'commit', '-qm', 'work');
    assert.equal(
      await dropWorktree(top, { folder: used, branch: 'used', base }),
      'The branch used still exists.',
    );
    assert.notEqual(await commitOf(top, 'refs/heads/used'), null);
  },
);

test(
  'files that .worktreeinclude names are copied, unless git has them or they are there',
  { skip },
  async (t) => {
    const { top, write, addWorktree: add } = await makeRepository(t);
    assert.deepEqual(await listIncluded(top), []);
    await write('.worktreeinclude', '.env\nconfig/*.json\na.txt\nlink\n');
    await write('.env', 'KEY=1\n');
    await write('config/local.json', '{}');
    await write('config/other.txt', 'no');
    await symlink('.env', path.join(top, 'link'));
    const folder = add('new');
    await write(path.join(folder, 'config/local.json'), '{"mine":true}');
    assert.deepEqual((await copyIncluded(top, folder)).toSorted(), ['.env', 'link']);
    assert.equal(await readFile(path.join(folder, '.env'), 'utf8'), 'KEY=1\n');
    assert.equal(await readFile(path.join(folder, 'config/local.json'), 'utf8'), '{"mine":true}');
    assert.equal(await readlink(path.join(folder, 'link')), '.env');
  },
);

test('S-36: a copy never follows a link of the worktree out of it', { skip }, async (t) => {
  const { around, top, write, addWorktree: add } = await makeRepository(t);
  await write('.worktreeinclude', 'config/secret.json\n');
  await write('config/secret.json', '{}');
  const [folder, outside] = [add('new'), path.join(around, 'outside')];
  await mkdir(outside);
  await symlink(outside, path.join(folder, 'config'));
  assert.deepEqual(await copyIncluded(top, folder), []);
  await assert.rejects(stat(path.join(outside, 'secret.json')), { code: 'ENOENT' });
});
