import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT } from './fixtures/repository.ts';
import type { MergedFile } from '../../shared/worktrees.ts';
import { changesSinceHead } from './head-changes.ts';
import { changesSince } from './worktree-changes.ts';

test(
  'without a repository or a commit, the refusal says what is missing',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { around, gitIn } = await makeRepository(t);
    await assert.rejects(changesSinceHead(around), {
      code: 'no_git',
      message: 'The workspace is not in a git repository, so there is no last commit to compare with.',
    });
    const empty = path.join(around, 'empty');
    await mkdir(empty);
    gitIn(empty, 'init', '-q');
    await assert.rejects(changesSinceHead(empty), {
      code: 'no_git',
      message: 'The repository has no commit yet to compare with.',
    });
  },
);

test('a file whose permissions alone changed is not called changed', { skip: WITHOUT_GIT }, async (t) => {
  const { top } = await makeRepository(t);
  await chmod(path.join(top, 'a.txt'), 0o755);
  const { files } = await changesSinceHead(top);
  assert.deepEqual(
    files.map(({ path: file, kind }) => [file, kind]),
    [['a.txt', 'mode']],
  );
});

test('the lines of files that git does not track are counted, too', { skip: WITHOUT_GIT }, async (t) => {
  const { top } = await makeRepository(t);
  await writeFile(path.join(top, 'new.txt'), 'one\ntwo\n');
  await writeFile(path.join(top, 'new.bin'), 'a\0b');
  await writeFile(path.join(top, 'long.txt'), 'a line\n'.repeat(100_000));
  await writeFile(path.join(top, 'too-long.txt'), 'a line\n'.repeat(200_000));
  const { files } = await changesSinceHead(top);
  const rowOf = ({ path: file, added, isBinary }: Pick<MergedFile, 'path' | 'added' | 'isBinary'>) => [
    file,
    added,
    isBinary ?? false,
  ];
  assert.deepEqual(files.map(rowOf), [
    ['long.txt', 100_000, false],
    ['new.bin', 0, true],
    ['new.txt', 2, false],
    ['too-long.txt', 0, true],
  ]);
  // Lists of a worktree's changes say the same.
  assert.deepEqual((await changesSince(top, 'HEAD')).map(rowOf), files.map(rowOf));
});
