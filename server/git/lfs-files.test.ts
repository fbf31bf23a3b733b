import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { CommitsSince } from './commits-since.ts';
import { makeRepository, WITHOUT_GIT, type Repository } from './fixtures/repository.ts';
import { readGitState } from './git-state.ts';
import { changesSinceHead } from './head-changes.ts';
import { readStatus } from './merge-worktree.ts';
import { changesSince } from './worktree-changes.ts';

const CONTENT = 'a photo\n'.repeat(50);
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const pointer = (text: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${hash(text)}\nsize ${text.length}\n`;

/** As after a checkout by git-lfs whose times git does not know: pointers in git, and files on disk. */
async function unpacked(repository: Repository): Promise<void> {
  const { git, write, top } = repository;
  await mkdir(path.join(top, 'sub'));
  await write('.gitattributes', '*.bin filter=lfs -text\n');
  const files = ['a.bin', 'sub/b c.bin', 'sub/ü.bin'];
  for (const file of [...files, 'other.txt']) await write(file, pointer(CONTENT));
  git('add', '-A');
  git('commit', '-qm', 'pointers');
  for (const file of files) {
    await write(file, CONTENT);
    await utimes(path.join(top, file), 1, 1);
  }
}

const marksOf = async (folder: string): Promise<unknown> => {
  const state = await readGitState(folder);
  return state && 'files' in state ? state.files : state;
};

test(
  'without the filter of git-lfs, a file that its pointer in git names does not count as changed',
  { skip: WITHOUT_GIT },
  async (t) => {
    const repository = await makeRepository(t);
    const { top, git, write } = repository;
    await unpacked(repository);
    assert.match(git('status', '--porcelain'), /M a\.bin/);
    const read = async (): Promise<unknown[]> => [
      await marksOf(top),
      (await changesSinceHead(top)).files.map(({ path: name }) => name),
      (await changesSince(top, 'HEAD')).map(({ path: name }) => name),
      (await readStatus(top, ['-uno'])).map(({ name }) => name),
    ];
    assert.deepEqual(await read(), [{}, [], [], []]);
    assert.deepEqual(await marksOf(path.join(top, 'sub')), {});
    const since = new CommitsSince(top, { head: 'HEAD', times: new Map() });
    assert.equal(await since.isAsCommitted('a.bin'), true);

    // Another content of the same size, and a file that is not of git-lfs although it looks like it.
    await write('a.bin', CONTENT.replace('photo', 'movie'));
    await write('other.txt', CONTENT);
    const changed = ['a.bin', 'other.txt'];
    assert.deepEqual(await read(), [
      { 'a.bin': 'modified', 'other.txt': 'modified' },
      changed,
      changed,
      changed,
    ]);
  },
);

test(
  'a name of two lines, and what is no longer a file, count as changed and hide no other file',
  { skip: WITHOUT_GIT || process.platform === 'win32' },
  async (t) => {
    const repository = await makeRepository(t);
    const { top, git, write } = repository;
    await write('line\nfeed.bin', pointer(CONTENT));
    await unpacked(repository);
    await write('line\nfeed.bin', CONTENT);
    await write('large.bin', 'x'.repeat(2000));
    await write('short.bin', pointer(CONTENT));
    git('add', 'large.bin', 'short.bin');
    git('commit', '-qm', 'without a pointer');
    await write('large.bin', 'y'.repeat(2000));
    await rm(path.join(top, 'short.bin'));
    await symlink('a.bin', path.join(top, 'short.bin'));
    assert.deepEqual(await marksOf(top), {
      'large.bin': 'modified',
      'line\nfeed.bin': 'modified',
      'short.bin': 'modified',
    });
    const state = await readGitState(top);
    assert.deepEqual(state && 'unstaged' in state && state.unstaged.toSorted(), [
      'large.bin',
      'line\nfeed.bin',
      'short.bin',
    ]);
  },
);
