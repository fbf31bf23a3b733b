// The files of a checkout that would be lost with it, with a real git.
import assert from 'node:assert/strict';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { listDirtySubmodules, readFiles } from './checkout-files.ts';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { makeSubmodule } from './fixtures/submodule.ts';

test(
  'of the files that git was told not to look at, those with another content are listed, each once',
  { skip: skip || process.platform === 'win32' },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    const place = (name: string): string => path.join(top, name);
    const names = ['assumed', 'assumed same', 'skipped', 'skipped same', 'gone', 'folder'];
    for (const name of names) await write(name, 'old\n');
    const links = ['link', 'link same', 'link to nothing'];
    for (const name of links) await symlink('a.txt', place(name));
    git('add', '-A');
    git('commit', '-qm', 'second');
    git('update-index', '--assume-unchanged', 'assumed', 'assumed same', 'gone', ...links);
    git('update-index', '--skip-worktree', 'skipped', 'skipped same', 'folder');
    for (const name of ['assumed', 'skipped']) await write(name, 'new\n');
    for (const name of ['gone', 'folder', 'link', 'link to nothing']) await rm(place(name));
    await mkdir(place('folder'));
    await symlink('assumed', place('link'));
    await symlink('nowhere', place('link to nothing'));
    const { uncommitted, untracked } = await readFiles(top);
    assert.deepEqual(uncommitted.toSorted(), ['assumed', 'link', 'link to nothing', 'skipped']);
    assert.deepEqual(untracked, []);
  },
);

test(
  'a folder of which everything is ignored is one name, and other ignored files have their own',
  { skip },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    for (const name of ['node_modules/a', 'node_modules/deep/b', 'logs/x.log', 'logs/y.log', 'logs/z'])
      await write(name, 'x');
    git('rm', '-q', '--cached', 'a.txt');
    assert.deepEqual(await readFiles(top), {
      uncommitted: ['a.txt'],
      untracked: ['a.txt', 'logs/z'],
      ignored: ['logs/x.log', 'logs/y.log', 'node_modules/'],
    });
  },
);

test(
  'a submodule without its files has no work in it, whatever is in the repository around it',
  { skip },
  async (t) => {
    const { folder, lib, run, write } = await makeSubmodule(t);
    await write(path.join(lib, 'lib.js'), 'work');
    await write(path.join(folder, 'a.txt'), 'work');
    assert.deepEqual(await listDirtySubmodules(folder), ['vendor/lib']);
    run(folder, 'submodule', '-q', 'deinit', '--force', 'vendor/lib');
    assert.deepEqual(await listDirtySubmodules(folder), []);
  },
);
