// A worktree that ends with everything in it under another name, with a real git.
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeSubmodule } from './fixtures/submodule.ts';
import { WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { keepWorktree } from './keep-worktree.ts';

test(
  'a kept worktree has its branch, its files, and its submodules with their commits',
  { skip },
  async (t) => {
    const { top, folder, lib, write, run, commit, git } = await makeSubmodule(t);
    await write(path.join(lib, 'lib.js'), 'committed');
    commit(lib);
    const own = run(lib, 'rev-parse', 'HEAD');
    await write(path.join(lib, 'lib.js'), 'not committed');
    await write(path.join(folder, 'nested/a.txt'), 'precious');
    run(path.join(folder, 'nested'), 'init', '-q');
    await mkdir(`${folder}-kept`);
    // Nothing that the repository brings is run, so nobody has to allow it.
    await write(path.join(top, '.git/hooks/post-checkout'), '#!/bin/sh\nexit 1\n');
    await chmod(path.join(top, '.git/hooks/post-checkout'), 0o755);
    const kept = await keepWorktree(folder);
    assert.deepEqual(kept, { folder: `${folder}-kept-2`, branch: 'new' });
    await assert.rejects(stat(folder), { code: 'ENOENT' });
    const inside = path.join(kept.folder, 'vendor/lib');
    assert.equal(run(inside, 'rev-parse', 'HEAD'), own);
    assert.equal(run(inside, 'status', '--porcelain'), ' M lib.js\n');
    assert.equal(run(path.join(kept.folder, 'nested'), 'status', '--porcelain'), '?? a.txt\n');
    assert.equal(run(kept.folder, 'branch', '--show-current'), 'new\n');
    assert.equal(run(kept.folder, 'submodule', 'status').slice(1, 41), own.trim());
    const list = git('worktree', 'list', '--porcelain');
    assert.ok(list.includes(`worktree ${kept.folder}\n`) && !list.includes('prunable'), list);
    await unlink(path.join(top, '.git/hooks/post-checkout'));
    run(top, 'worktree', 'add', '-q', '-b', 'again', folder);
  },
);

test(
  'a checkout inside a kept worktree, and one that belongs to a clone in it, stay connected',
  { skip },
  async (t) => {
    const { around, folder, write, git, run, commit } = await makeSubmodule(t);
    const inside = path.join(folder, 'node_modules/inside');
    git('worktree', 'add', '-q', '-b', 'inside', inside);
    const clone = path.join(folder, 'node_modules/clone');
    await write(path.join(clone, 'a.txt'), 'a');
    run(clone, 'init', '-q');
    commit(clone);
    const outside = path.join(around, 'outside');
    run(clone, 'worktree', 'add', '-q', '-b', 'outside', outside);
    const kept = await keepWorktree(folder);
    assert.equal(run(outside, 'branch', '--show-current'), 'outside\n');
    assert.equal(run(path.join(kept.folder, 'node_modules/inside'), 'branch', '--show-current'), 'inside\n');
    assert.ok(!git('worktree', 'list', '--porcelain').includes('prunable'));
    assert.ok(!run(outside, 'worktree', 'list', '--porcelain').includes('prunable'));
  },
);

test(
  'a folder that cannot be renamed keeps its name',
  { skip: skip || process.getuid?.() === 0 },
  async (t) => {
    const { around, folder } = await makeSubmodule(t);
    await chmod(around, 0o500);
    try {
      await assert.rejects(keepWorktree(folder), {
        code: 'git_failed',
        message: /could not get another name/,
      });
    } finally {
      // The folders are removed before anything that is registered here.
      await chmod(around, 0o700);
    }
    assert.ok(await readFile(path.join(folder, 'a.txt')));
  },
);

test('a folder in which git would lose something gets its own name back', { skip }, async (t) => {
  const { folder, lib, write, run, git } = await makeSubmodule(t);
  await write(path.join(folder, 'mine.txt'), 'precious');
  // As if another git were writing the settings of the submodule.
  const store = run(lib, 'rev-parse', '--absolute-git-dir').trim();
  await write(path.join(store, 'config.lock'), '');
  await assert.rejects(keepWorktree(folder), { status: 409, code: 'git_failed', message: /config/ });
  assert.equal(await readFile(path.join(folder, 'mine.txt'), 'utf8'), 'precious');
  await assert.rejects(stat(`${folder}-kept`), { code: 'ENOENT' });
  assert.equal(run(lib, 'status', '--porcelain'), '');
  const list = git('worktree', 'list', '--porcelain');
  assert.ok(list.includes(`worktree ${folder}\n`) && !list.includes('prunable'), list);
});

test('the repository itself is never renamed', { skip }, async (t) => {
  const { top } = await makeSubmodule(t);
  await assert.rejects(keepWorktree(top), { code: 'not_a_worktree' });
});

test(
  'a worktree whose inner repository would not be found under another name keeps its own',
  { skip },
  async (t) => {
    const { folder, write, run, commit } = await makeSubmodule(t);
    const inner = path.join(folder, 'inner');
    await write(path.join(inner, 'a.txt'), 'precious');
    // Its `.git` names a folder inside the worktree by its whole path.
    await mkdir(path.join(folder, 'stores'));
    run(inner, 'init', '-q', '--separate-git-dir', path.join(folder, 'stores/inner'));
    commit(inner);
    const head = run(inner, 'rev-parse', 'HEAD');
    await assert.rejects(keepWorktree(folder), {
      code: 'git_failed',
      message: /git does not find .*inner as it was/,
    });
    await assert.rejects(stat(`${folder}-kept`), { code: 'ENOENT' });
    assert.equal(run(inner, 'rev-parse', 'HEAD'), head);
    assert.equal(run(folder, 'branch', '--show-current'), 'new\n');
  },
);
