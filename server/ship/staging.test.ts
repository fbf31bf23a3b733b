// Staging with a real git.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { stageFiles, unstageFiles } from './staging.ts';

const withGit = { skip: WITHOUT_GIT };
const ODD = ['-n', ':(glob)*', 'ä b', '*', 'sub/[x]', '"q"'];

test(
  'changed, new and deleted files with any name are staged and unstaged, and no other file',
  withGit,
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    for (const name of [...ODD, 'other']) await write(path.join(top, name), 'new\n');
    await write('.gitignore', 'changed\n');
    await rm(path.join(top, 'a.txt'));
    const chosen = [...ODD, 'a.txt'];
    const { state } = await stageFiles(top, chosen);
    assert.deepEqual(state?.staged.toSorted(), chosen.toSorted());
    assert.deepEqual(state?.unstaged, ['.gitignore']);
    const after = await unstageFiles(top, ['-n', 'a.txt']);
    assert.deepEqual(after.state?.staged.toSorted(), ODD.slice(1).toSorted());
    assert.equal(git('ls-files', '-d').trim(), 'a.txt');
  },
);

test('before the first commit, a file is unstaged as well', withGit, async (t) => {
  const { around, gitIn, write } = await makeRepository(t);
  const empty = path.join(around, 'empty');
  gitIn(around, 'init', '-q', empty);
  await write(path.join(empty, 'a'), 'x\n');
  assert.deepEqual((await stageFiles(empty, ['a'])).state?.staged, ['a']);
  assert.deepEqual((await unstageFiles(empty, ['a'])).state?.files, { a: 'untracked' });
});

test('a file that was changed again after it was staged is both', withGit, async (t) => {
  const { top, write } = await makeRepository(t);
  await write('a.txt', 'staged\n');
  await stageFiles(top, ['a.txt']);
  await write('a.txt', 'changed again\n');
  const { state } = await stageFiles(top, ['.gitignore']);
  assert.deepEqual([state?.staged, state?.unstaged], [['a.txt'], ['a.txt']]);
});

test('a file that is gone is refused in the words of git', withGit, async (t) => {
  const { top } = await makeRepository(t);
  await assert.rejects(stageFiles(top, ['nowhere']), { status: 409, message: /did not match any files/ });
});
