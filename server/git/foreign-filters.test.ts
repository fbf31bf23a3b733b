import assert from 'node:assert/strict';
import { appendFile, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT, type Repository } from './fixtures/repository.ts';
import { withoutForeignFilters } from './foreign-filters.ts';
import { readGitState } from './git-state.ts';
import { changesSinceHead } from './head-changes.ts';

const withGit = { skip: WITHOUT_GIT };

/** A command that leaves a file beside the repository. */
const traced = ({ around }: Repository): string => `touch '${around}/ran'; cat`;
const hasRun = async ({ around }: Repository): Promise<boolean> => (await readdir(around)).includes('ran');

/** git has to compare the contents of both files, one of which has changed. */
async function change({ top, write }: Repository): Promise<void> {
  await write('a.txt', 'one\ntwo\nthr33\n');
  await utimes(path.join(top, '.gitignore'), 1, 1);
}

test(
  'S-59: a filter that a repository brings along does not run when its state and changes are read',
  withGit,
  async (t) => {
    const repository = await makeRepository(t);
    const { top, git, write } = repository;
    await write('.gitattributes', '* filter=x\n');
    git('config', 'filter.x.clean', traced(repository));
    git('config', 'filter.x.required', 'true');
    await change(repository);
    const state = await readGitState(top);
    assert.ok(state && 'files' in state);
    assert.deepEqual(Object.keys(state.files).sort(), ['.gitattributes', 'a.txt']);
    const { files } = await changesSinceHead(top);
    assert.deepEqual(
      files.map((file) => file.path),
      ['.gitattributes', 'a.txt'],
    );
    assert.equal(await hasRun(repository), false);
  },
);

test('S-59: a filter of a repository inside the folder does not run either', withGit, async (t) => {
  const repository = await makeRepository(t);
  const { top, git, gitIn, write } = repository;
  const inner = path.join(top, 'inner');
  git('init', '-q', inner);
  await write('inner/b.txt', 'one\n');
  await write('inner/.gitattributes', '* filter=x\n');
  gitIn(inner, 'add', '-A');
  gitIn(inner, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first');
  git('add', 'inner');
  gitIn(inner, 'config', 'filter.x.clean', traced(repository));
  await utimes(path.join(inner, 'b.txt'), 1, 1);
  await readGitState(top);
  await changesSinceHead(top);
  assert.equal(await hasRun(repository), false);
});

test('S-59: a filter whose name git would take apart is named, and nothing is read', withGit, async (t) => {
  const repository = await makeRepository(t);
  const { top, write } = repository;
  await write('.gitattributes', '* filter=x=y\n');
  const filter = `[filter "x=y"]\n\tclean = "${traced(repository)}"\n`;
  await appendFile(path.join(top, '.git', 'config'), filter);
  await change(repository);
  const state = await readGitState(top);
  assert.match(state && 'problem' in state ? state.problem : '', /cannot be switched off: x=y/);
  await assert.rejects(changesSinceHead(top), /cannot be switched off: x=y/);
  assert.equal(await hasRun(repository), false);
});

test(
  'the filters that git-lfs and git-crypt write into a repository run, and nothing that looks like them',
  withGit,
  async (t) => {
    const { top, git } = await makeRepository(t);
    git('config', 'filter.lfs.clean', 'git-lfs clean -- %f');
    git('config', 'filter.lfs.process', 'git-lfs filter-process');
    git('config', 'filter.git-crypt.smudge', '"git-crypt" smudge');
    assert.deepEqual(await withoutForeignFilters(top), []);
    git('config', 'filter.lfs.clean', 'git-lfs clean -- %f; evil');
    assert.deepEqual((await withoutForeignFilters(top)).slice(0, 2), ['-c', 'filter.lfs.clean=']);
  },
);
