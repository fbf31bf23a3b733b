import assert from 'node:assert/strict';
import { chmod, mkdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT } from './fixtures/repository.ts';
import type { MergedFile } from '../../shared/worktrees.ts';
import { readGit } from './git.ts';
import { readGitState } from './git-state.ts';
import { changesSinceHead, pathInHead } from './head-changes.ts';
import { readDiff } from './read-diff.ts';
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

test(
  'S-36: git compares no folder outside of the workspace, which the settings of the repository can name',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { top, around, git, gitIn, addWorktree } = await makeRepository(t);
    const outside = path.join(around, 'outside');
    await mkdir(outside);
    await writeFile(path.join(outside, 'a.txt'), 'secret\n');
    await writeFile(path.join(outside, 'secret.txt'), 'secret\n');
    // A worktree and a submodule have such settings, too, and are where git says.
    const worktree = addWorktree('work');
    git('config', 'core.worktree', top);
    await changesSinceHead(top);
    git('config', 'core.worktree', outside);
    const message = /names another folder for its files/;
    await assert.rejects(changesSinceHead(top), { code: 'no_git', message });
    const state = await readGitState(top);
    assert.ok(state && 'problem' in state);
    assert.match(state.problem, message);
    const list = (folder: string): Promise<string> => readGit(folder, ['ls-files', '--others']);
    await assert.rejects(list(top), { code: 'git_failed', message });
    assert.equal(await list(worktree), '');
    assert.equal(gitIn(worktree, 'status', '--porcelain'), '');
    await changesSinceHead(worktree);
  },
);

test('a sparse index of any size is not copied', { skip: WITHOUT_GIT }, async (t) => {
  const { top, write } = await makeRepository(t);
  await write('a.txt', 'changed\n');
  await truncate(path.join(top, '.git', 'index'), 2 ** 30 + 1);
  await assert.rejects(readDiff(top, ['diff', 'HEAD']), { code: 'EFBIG' });
});

test('a file whose permissions alone changed is not called changed', { skip: WITHOUT_GIT }, async (t) => {
  const { top } = await makeRepository(t);
  await chmod(path.join(top, 'a.txt'), 0o755);
  const { files } = await changesSinceHead(top);
  assert.deepEqual(
    files.map(({ path: file, kind }) => [file, kind]),
    [['a.txt', 'mode']],
  );
});

test(
  'a changed file that nobody may read is still called changed, and so are the others',
  { skip: process.getuid?.() === 0 ? 'root reads every file' : WITHOUT_GIT },
  async (t) => {
    const { top, write, git } = await makeRepository(t);
    await write('b.txt', 'b\n');
    git('add', '.');
    git('commit', '-qm', 'b');
    await write('a.txt', 'changed\n');
    await write('b.txt', 'changed, too\n');
    await chmod(path.join(top, 'b.txt'), 0);
    const { files } = await changesSinceHead(top);
    assert.deepEqual(
      files.map(({ path: file, kind, isBinary }) => [file, kind, isBinary ?? false]),
      [
        ['a.txt', 'modified', false],
        ['b.txt', 'modified', true],
      ],
    );
  },
);

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

test(
  'a file that was renamed in the index is one row, changed since or not',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}\n`);
    await write('sub/plain.txt', 'some text\n');
    await write('odd\tname', lines.join(''));
    await write('empty', '');
    git('add', '-A');
    git('commit', '-qm', 'second');
    git('mv', 'sub/plain.txt', 'moved.txt');
    git('mv', 'odd\tname', 'edited');
    git('mv', 'empty', 'void');
    await write('edited', lines.with(3, 'another\n').join(''));
    await write('a.txt', 'one\n');
    const { files } = await changesSinceHead(top);
    assert.deepEqual(
      files.map(({ path: file, from, kind, added, removed }) => [file, from, kind, added, removed]),
      [
        ['a.txt', undefined, 'modified', 0, 2],
        ['edited', 'odd\tname', 'renamed', 1, 1],
        ['empty', undefined, 'deleted', 0, 0],
        ['moved.txt', 'sub/plain.txt', 'renamed', 0, 0],
        ['void', undefined, 'created', 0, 0],
      ],
    );
    const origins = ['edited', 'moved.txt', 'void', 'a.txt', 'nothing'].map((name) => pathInHead(top, name));
    assert.deepEqual(await Promise.all(origins), ['odd\tname', 'sub/plain.txt', null, null, null]);
  },
);

test(
  'each change since the last commit has its kind, its lines, and a version that differs after every write',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    await write('gone.txt', 'gone\n');
    await write('binary', 'a\0b');
    git('add', '-A');
    git('commit', '-qm', 'second');
    await write('a.txt', 'one\nTWO\nthree\nfour\n');
    await rm(path.join(top, 'gone.txt'));
    await write('binary', 'a\0c');
    await write('staged.txt', 'one\n');
    git('add', 'staged.txt');
    await write('new/untracked.txt', 'one\ntwo\n');
    await write('.env', 'ignored');
    const read = async () => (await changesSinceHead(top)).files;
    assert.deepEqual(
      (await read()).map(({ path: name, kind, added, removed, isBinary }) => [
        name,
        kind,
        added,
        removed,
        isBinary,
      ]),
      [
        ['a.txt', 'modified', 2, 1, undefined],
        ['binary', 'modified', 0, 0, true],
        ['gone.txt', 'deleted', 0, 1, undefined],
        ['new/untracked.txt', 'created', 2, 0, undefined],
        ['staged.txt', 'created', 1, 0, undefined],
      ],
    );
    const versions = async (): Promise<string[]> => (await read()).map(({ version }) => version);
    const before = await versions();
    assert.deepEqual(await versions(), before);
    await write('a.txt', 'one\nTW0\nthree\nfour\n');
    const after = await versions();
    assert.deepEqual(
      after.map((version, n) => version === before[n]),
      [false, true, true, true, true],
    );
    assert.equal(before[2], '', 'a file that is gone has no version');
  },
);

test(
  'a version differs after a write that leaves size and time as they were',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { top, write } = await makeRepository(t);
    const place = path.join(top, 'a.txt');
    const version = async (text: string): Promise<string | undefined> => {
      await write('a.txt', text);
      await utimes(place, 1000, 1000);
      return (await changesSinceHead(top)).files[0]?.version;
    };
    assert.notEqual(await version('mine'), await version('more'));
  },
);
