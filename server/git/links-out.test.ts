import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { commit } from './commit.ts';
import { makeRepository, WITHOUT_GIT } from './fixtures/repository.ts';
import { allowPrograms, requireAllowed } from './folder-programs.ts';

// Symbolic links need a right on Windows that most users lack.
const withGit = { skip: process.platform === 'win32' ? 'no links' : WITHOUT_GIT };
const refusal = (message: RegExp) => ({ status: 409, code: 'runs_programs', message });

test(
  'S-36: git writes through no link of its folder that leads out before the user has seen it',
  withGit,
  async (t) => {
    const { top, around, git, write } = await makeRepository(t);
    const shell = path.join(around, 'bashrc');
    await writeFile(shell, 'mine\n');
    git('config', 'user.name', '$(touch ran)');
    await write('a.txt', 'changed\n');
    const request = { message: 'x', files: [{ path: 'a.txt' }] };
    const places = ['logs/HEAD', 'logs/refs/heads/main', 'COMMIT_EDITMSG', 'ORIG_HEAD', 'index'];
    for (const name of places) {
      // An index that git cannot read is refused in any case.
      const target = name === 'index' ? path.join(around, 'new') : shell;
      const place = path.join(top, '.git', name);
      const kept = path.join(around, 'kept');
      await rename(place, kept).catch(() => undefined);
      await symlink(target, place);
      await assert.rejects(
        commit(top, request),
        ({ code, message }: Error & { code: string }) =>
          code === 'runs_programs' && message.includes(`: link .git/${name} to ${target}.`),
        name,
      );
      assert.equal(await readFile(shell, 'utf8'), 'mine\n');
      assert.equal((await readdir(around)).includes('new'), false);
      await rm(place);
      await rename(kept, place).catch(() => undefined);
    }
  },
);

test(
  'S-36: a link to a folder, a device and to nothing is named, but not one that stays in the folder of git',
  withGit,
  async (t) => {
    const { top, around } = await makeRepository(t);
    const place = path.join(top, '.git', 'rebase-apply');
    for (const target of ['description', 'new', 'rebase-apply']) {
      await symlink(target, place);
      await requireAllowed(top);
      await rm(place);
    }
    await symlink(around, place);
    for (const target of [around, path.join(around, 'new'), '../../new', '../..', '/dev/null']) {
      await rm(place);
      await symlink(target, place);
      await assert.rejects(requireAllowed(top), refusal(/: link \.git\/rebase-apply to \//), target);
    }
    // What the user allowed was the link to another place.
    await allowPrograms(top);
    await requireAllowed(top);
    await rm(place);
    await symlink(path.join(around, 'other'), place);
    await assert.rejects(requireAllowed(top), refusal(/: link \.git\/rebase-apply to .*other\./));
    // Hooks have their own names, and git writes nothing there.
    await rm(place);
    await rm(path.join(top, '.git', 'hooks'), { recursive: true });
    await mkdir(path.join(top, 'hooks'));
    await symlink('../hooks', path.join(top, '.git', 'hooks'));
    await requireAllowed(top);
  },
);

test(
  'S-36: a link to nothing is followed through the folders of git-lfs, which may be links out themselves',
  withGit,
  async (t) => {
    const { top, around } = await makeRepository(t);
    await symlink('lfs/new', path.join(top, '.git', 'rebase-apply'));
    await mkdir(path.join(top, '.git', 'lfs'));
    await requireAllowed(top);
    await rm(path.join(top, '.git', 'lfs'), { recursive: true });
    await symlink(around, path.join(top, '.git', 'lfs'));
    await assert.rejects(requireAllowed(top), ({ message }: Error) =>
      message.includes(`: link .git/rebase-apply to ${path.join(around, 'new')}.`),
    );
  },
);

test(
  'S-36: a link is found also in folders of branches that are named like those in which git writes nothing',
  withGit,
  async (t) => {
    const { top, around } = await makeRepository(t);
    for (const name of ['hooks', 'modules', 'lfs']) {
      const place = path.join(top, '.git/logs/refs/heads', name);
      await mkdir(place);
      await symlink(path.join(around, 'new'), path.join(place, 'fix'));
      await assert.rejects(requireAllowed(top), refusal(new RegExp(`: link .*/${name}/fix to .*new\\.`)));
      await rm(place, { recursive: true });
    }
    await requireAllowed(top);
  },
);
