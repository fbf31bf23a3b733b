// Work in repositories inside a worktree, such as submodules, which no commit of the worktree has. With a real git.
import assert from 'node:assert/strict';
import { promises } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { removeWorktree } from './end-worktree.ts';
import { WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { makeSubmodule } from './fixtures/submodule.ts';
import { findInnerRepositories, isSafe } from './inner-repositories.ts';
import { findUnsavedWork } from './unsaved-work.ts';

/** Ends the worktree like the user who confirms everything. */
async function end(folder: string) {
  const work = await findUnsavedWork(folder, {});
  if (work.obstacle !== null) return { work, ended: null };
  return { work, ended: await removeWorktree(work) };
}

/** Fails if the worktree can be ended, or if the obstacle does not name the place. */
async function assertStays(folder: string, place: string): Promise<void> {
  const { work, ended } = await end(folder);
  assert.equal(ended, null, 'the worktree was removed');
  assert.match(work.obstacle!, /contains another repository, whose work git cannot see/);
  assert.ok(work.obstacle!.includes(`${place}/ (`), work.obstacle!);
  assert.ok((await stat(folder)).isDirectory());
}

test('a worktree whose submodule has everything on its remote can be ended', { skip }, async (t) => {
  const { folder, write, git } = await makeSubmodule(t);
  await write(path.join(folder, 'note.txt'), 'note');
  const { ended } = await end(folder);
  await assert.rejects(stat(folder), { code: 'ENOENT' });
  assert.equal(git('show', `${ended!.kept!}:note.txt`), 'note');
});

test('a clean worktree with a submodule can be ended', { skip }, async (t) => {
  const { folder } = await makeSubmodule(t);
  assert.ok((await end(folder)).work.isClean);
  await assert.rejects(stat(folder), { code: 'ENOENT' });
});

test('what is not committed in a submodule keeps its worktree from being ended', { skip }, async (t) => {
  const { folder, lib, write } = await makeSubmodule(t);
  await write(path.join(lib, 'lib.js'), 'hours of work');
  await write(path.join(lib, 'new.js'), 'new');
  await assertStays(folder, 'vendor/lib');
  const { inner } = await findUnsavedWork(folder, {});
  assert.deepEqual(inner, [{ path: 'vendor/lib', files: ['lib.js', 'new.js'], commits: [], problem: null }]);
});

test('a commit that only the submodule has keeps its worktree from being ended', { skip }, async (t) => {
  const { folder, lib, write, run, commit } = await makeSubmodule(t);
  await write(path.join(lib, 'lib.js'), 'work');
  commit(lib);
  await assertStays(folder, 'vendor/lib');
  commit(folder);
  await assertStays(folder, 'vendor/lib');
  await write(path.join(folder, 'note.txt'), 'untracked');
  await assertStays(folder, 'vendor/lib');
  run(lib, 'push', '-q', 'origin', 'HEAD:refs/heads/topic');
  assert.ok((await end(folder)).ended);
});

test(
  'commits count on other branches, in the stash and in the log of a detached HEAD',
  { skip },
  async (t) => {
    const { folder, lib, write, run, commit } = await makeSubmodule(t);
    const save = async (how: () => void, undo: () => void): Promise<void> => {
      await write(path.join(lib, 'lib.js'), 'work');
      how();
      await assertStays(folder, 'vendor/lib');
      undo();
      assert.equal((await findUnsavedWork(folder, {})).obstacle, null);
    };
    const forget = (): void => {
      run(lib, 'reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all');
    };
    await save(
      () => run(lib, 'stash', '-q'),
      () => run(lib, 'stash', 'drop', '-q'),
    );
    await save(
      () => {
        run(lib, 'switch', '-qc', 'topic');
        commit(lib);
        run(lib, 'checkout', '-q', 'origin/main');
      },
      () => {
        run(lib, 'branch', '-qD', 'topic');
        forget();
      },
    );
    await save(() => {
      commit(lib);
      run(folder, 'submodule', '-q', 'update');
    }, forget);
  },
);

test('a repository without .gitmodules, and one inside a submodule, are found', { skip }, async (t) => {
  const { folder, lib, write, run, commit } = await makeSubmodule(t);
  const nested = path.join(folder, 'nested');
  await write(path.join(nested, 'a.txt'), 'precious');
  run(nested, 'init', '-q');
  commit(nested);
  commit(folder);
  await write(path.join(folder, 'note.txt'), 'untracked');
  await assertStays(folder, 'nested');
  await rm(nested, { recursive: true });
  assert.equal((await findUnsavedWork(folder, {})).obstacle, null);

  const deep = path.join(lib, 'deep/er');
  await write(path.join(deep, 'b.txt'), 'precious');
  run(deep, 'init', '-q');
  commit(deep);
  await assertStays(folder, 'vendor/lib/deep/er');
});

test(
  'a repository counts where git does not look, and where only its git folder is left',
  { skip },
  async (t) => {
    const { folder, lib, write, run, commit } = await makeSubmodule(t);
    const ignored = path.join(folder, 'node_modules/x');
    await write(path.join(ignored, 'index.js'), 'patched');
    run(ignored, 'init', '-q');
    commit(ignored);
    await assertStays(folder, 'node_modules/x');
    await rm(ignored, { recursive: true });
    await write(path.join(lib, 'lib.js'), 'work');
    commit(lib);
    await rm(lib, { recursive: true });
    await assertStays(folder, 'vendor/lib');
  },
);

test('a remote counts only if it outlives the worktree', { skip }, async (t) => {
  const { around, folder, write, run, commit } = await makeSubmodule(t);
  const [clone, inside, outside] = ['cloned', 'bare.git', '../outside.git'].map((name) =>
    path.resolve(folder, name),
  );
  await write(path.join(clone!, 'a.txt'), 'precious');
  run(clone!, 'init', '-q');
  commit(clone!);
  commit(folder);
  for (const remote of [inside!, outside!]) run(folder, 'init', '-q', '--bare', remote);
  run(clone!, 'remote', 'add', 'inside', inside!);
  run(clone!, 'push', '-q', 'inside', 'main');
  await assertStays(folder, 'cloned');
  run(clone!, 'remote', 'add', 'outside', outside!);
  run(clone!, 'push', '-q', 'outside', 'main');
  assert.equal((await findUnsavedWork(folder, {})).obstacle, null);
  await rm(path.join(around, 'outside.git'), { recursive: true });
  await assertStays(folder, 'cloned');
});

test('a tag that came from the remote is not work, and one on a new commit is', { skip }, async (t) => {
  const { around, folder, lib, write, run, commit } = await makeSubmodule(t);
  const origin = path.join(around, 'lib');
  run(origin, 'switch', '-q', '--detach');
  await write(path.join(origin, 'release.txt'), '1.0');
  commit(origin);
  run(origin, 'tag', 'v1.0');
  run(lib, 'fetch', '-q', '--tags');
  run(lib, 'checkout', '-q', 'v1.0');
  assert.equal((await findUnsavedWork(folder, {})).obstacle, null);
  await write(path.join(lib, 'lib.js'), 'work');
  commit(lib);
  run(lib, 'tag', 'mine');
  run(lib, 'checkout', '-q', 'origin/main');
  await assertStays(folder, 'vendor/lib');
});

test('a checkout inside is safe if its repository is elsewhere and has its commit', { skip }, async (t) => {
  const { folder, git, write, run, commit } = await makeSubmodule(t);
  const inside = path.join(folder, 'node_modules/other');
  git('worktree', 'add', '-q', '-b', 'other', inside);
  await write(path.join(inside, 'a.txt'), 'committed');
  commit(inside);
  assert.equal((await findUnsavedWork(folder, {})).obstacle, null);
  run(inside, 'switch', '-q', '--detach');
  await write(path.join(inside, 'a.txt'), 'on no branch');
  commit(inside);
  await assertStays(folder, 'node_modules/other');
});

test('a repository that git cannot read keeps the worktree from being ended', { skip }, async (t) => {
  const { folder, lib, write } = await makeSubmodule(t);
  await write(path.join(lib, '.git'), 'gitdir: nowhere\n');
  await assertStays(folder, 'vendor/lib');
  await rm(path.join(lib, '.git'));
  await write(path.join(lib, '.git/objects/x'), 'not a repository, but not nothing either');
  await assertStays(folder, 'vendor/lib');
  assert.equal(
    await readFile(path.join(lib, '.git/objects/x'), 'utf8'),
    'not a repository, but not nothing either',
  );
});

test('ignored files of a submodule are listed before they are deleted', { skip }, async (t) => {
  const { folder, lib, write } = await makeSubmodule(t);
  await write(path.join(lib, 'dist/out.js'), 'made');
  const { ignored, isClean, obstacle } = await findUnsavedWork(folder, {});
  assert.deepEqual([ignored, isClean, obstacle], [['vendor/lib/dist/'], false, null]);
});

test(
  'a commit on no branch counts in a repository that keeps no log of it, also in its own worktrees',
  { skip },
  async (t) => {
    const { folder, lib, write, run, commit } = await makeSubmodule(t);
    const store = run(lib, 'rev-parse', '--absolute-git-dir').trim();
    run(lib, 'config', 'core.logAllRefUpdates', 'false');
    await rm(path.join(store, 'logs'), { recursive: true, force: true });
    await write(path.join(lib, 'lib.js'), 'hours of work');
    commit(lib);
    await assertStays(folder, 'vendor/lib');
    run(lib, 'checkout', '-q', 'origin/main');
    assert.equal((await findUnsavedWork(folder, {})).obstacle, null);
    const other = path.join(folder, 'node_modules/other');
    run(lib, 'worktree', 'add', '-q', '--detach', other);
    await write(path.join(other, 'lib.js'), 'hours of work');
    commit(other);
    await assertStays(folder, 'vendor/lib');
  },
);

test(
  'commits of a submodule in a submodule keep the worktree, also if both folders are gone',
  { skip },
  async (t) => {
    const { folder, lib, write, run, commit } = await makeSubmodule(t);
    const store = run(lib, 'rev-parse', '--absolute-git-dir').trim();
    const deep = path.join(lib, 'deep');
    await write(path.join(deep, 'b.js'), 'hours of work');
    await mkdir(path.join(store, 'modules'));
    run(deep, 'init', '-q', '--separate-git-dir', path.join(store, 'modules/deep'));
    commit(deep);
    await rm(lib, { recursive: true });
    await assertStays(folder, 'vendor/lib/modules/deep');
  },
);

test('what a repository in an ignored folder ignores is listed only as that folder', { skip }, async (t) => {
  const { folder, write, run, commit } = await makeSubmodule(t);
  const inside = path.join(folder, 'node_modules/x');
  await write(path.join(inside, '.gitignore'), 'dist/\n');
  await write(path.join(inside, 'dist/out.js'), 'made');
  run(inside, 'init', '-q');
  commit(inside);
  assert.deepEqual((await findUnsavedWork(folder, {})).ignored, ['node_modules/']);
});

test(
  'a folder that cannot be read keeps its worktree, because a repository may be in it',
  { skip },
  async (t) => {
    const { folder } = await makeSubmodule(t);
    const closed = path.join(folder, 'closed');
    await mkdir(path.join(closed, 'clone/.git'), { recursive: true });
    const { readdir } = promises;
    for (const [code, isThere] of [
      ['EACCES', true],
      ['EIO', true],
      // It was removed in the meantime.
      ['ENOENT', false],
    ] as const) {
      const mock = t.mock.method(promises, 'readdir', ((place: Buffer, ...rest: [never]) =>
        place.toString() === closed
          ? Promise.reject(Object.assign(new Error(code), { code }))
          : readdir(place, ...rest)) as typeof readdir);
      syncBuiltinESMExports();
      const found = await findInnerRepositories(folder);
      mock.mock.restore();
      syncBuiltinESMExports();
      const one = found.find(({ path: name }) => name === 'closed');
      assert.equal(one?.problem ?? null, isThere ? `The folder cannot be read: ${code}` : null);
      assert.equal(one === undefined || isSafe(one), !isThere);
    }
  },
);
