// Which files were committed since a time, with a real git.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { CommitReader } from './commits-since.ts';
import { makeRepository, WITHOUT_GIT as skip, type Repository } from './fixtures/repository.ts';
import { isCommittedSince } from './head-changes.ts';

/** A time of the test, which is after that of the repository's first commit. */
const at = (minute: number): number => Date.UTC(2040, 0, 1, 0, minute);

/** Commits all files at this minute. */
function commitAt({ top, git }: Repository, minute: number): void {
  git('add', '-A');
  const date = new Date(at(minute)).toISOString();
  execFileSync('git', ['commit', '-qm', 'x'], {
    cwd: top,
    env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z' },
  });
}

/** git's log of HEAD is as new as the commits that the test dates. */
async function ageLog({ top }: Repository, minute: number): Promise<void> {
  await utimes(path.join(top, '.git/logs/HEAD'), at(minute) / 1000, at(minute) / 1000);
}

test(
  'a file counts as committed since every time up to its newest commit, and other files do not',
  { skip },
  async (t) => {
    const repository = await makeRepository(t);
    const { top, write } = repository;
    const names = ['old.txt', 'sub/new.txt', 'ümlaut and space.txt'];
    for (const name of names) await write(name, '1');
    commitAt(repository, 1);
    await write('sub/new.txt', '2');
    commitAt(repository, 5);
    await ageLog(repository, 5);
    const commits = await new CommitReader(top).since(at(0));
    assert.ok(commits);
    const since = (name: string): boolean[] =>
      [1, 2, 5, 6].map((minute) => commits.hasFile(name, at(minute)));
    assert.deepEqual(since('old.txt'), [true, false, false, false]);
    assert.deepEqual(since('ümlaut and space.txt'), [true, false, false, false]);
    assert.deepEqual(since('sub/new.txt'), [true, true, true, false]);
    assert.equal(commits.hasFile('a.txt', at(0)), false, 'the commit before is not of this time');
    for (const [name, minute, expected] of [
      ['old.txt', 1, true],
      ['old.txt', 2, false],
      ['sub/new.txt', 5, true],
      ['a.txt', 0, false],
    ] as const)
      assert.equal(await isCommittedSince(top, name, at(minute)), expected, `${name} ${minute}`);
  },
);

test('paths are those of the workspace, also if it is a folder of the repository', { skip }, async (t) => {
  const repository = await makeRepository(t);
  const { top, write } = repository;
  await write('sub/a.txt', '1');
  commitAt(repository, 1);
  const commits = await new CommitReader(path.join(top, 'sub')).since(at(0));
  assert.deepEqual([commits?.hasFile('a.txt', at(1)), commits?.hasFile('sub/a.txt', at(1))], [true, false]);
});

test('a file is as committed until it is changed or removed', { skip }, async (t) => {
  const repository = await makeRepository(t);
  const { top, write } = repository;
  for (const name of ['b.txt', 'c.txt', 'd.txt']) await write(name, '1');
  commitAt(repository, 1);
  await ageLog(repository, 1);
  await write('c.txt', '2');
  await rm(path.join(top, 'd.txt'));
  const commits = await new CommitReader(top).since(at(0));
  const asCommitted = await Promise.all(
    ['b.txt', 'c.txt', 'd.txt'].map((name) => commits!.isAsCommitted(name)),
  );
  assert.deepEqual(asCommitted, [true, false, false]);
});

test(
  'a reader answers for the commit that is checked out, and for the time that is asked',
  { skip },
  async (t) => {
    const repository = await makeRepository(t);
    const { around, top, git, write } = repository;
    const reader = new CommitReader(top);
    await write('b.txt', '1');
    commitAt(repository, 1);
    await ageLog(repository, 9);
    assert.equal((await reader.since(at(0)))?.hasFile('b.txt', at(1)), true);
    assert.equal(await reader.since(at(2)), null);
    await write('c.txt', '1');
    commitAt(repository, 3);
    await ageLog(repository, 9);
    const later = await reader.since(at(0));
    assert.deepEqual([later?.head, later?.hasFile('c.txt', at(3))], [git('rev-parse', 'HEAD').trim(), true]);
    await ageLog(repository, 1);
    assert.equal(await reader.since(at(2)), null, 'nothing has moved HEAD since');
    assert.equal(await new CommitReader(around).since(at(0)), null);
  },
);

test(
  'a log that seems a moment older than the time is read, because the times of files may lag behind',
  { skip },
  async (t) => {
    const repository = await makeRepository(t);
    const { top, write } = repository;
    await write('b.txt', '1');
    commitAt(repository, 1);
    const log = path.join(top, '.git/logs/HEAD');
    for (const [lag, isFound] of [
      [0.9, true],
      [1.1, false],
    ] as const) {
      await utimes(log, at(1) / 1000 - lag, at(1) / 1000 - lag);
      assert.equal((await new CommitReader(top).since(at(1))) !== null, isFound, `${lag} s`);
      assert.equal(await isCommittedSince(top, 'b.txt', at(1)), isFound, `${lag} s`);
    }
    await rm(log);
    assert.equal(await isCommittedSince(top, 'b.txt', at(1)), true, 'without a log, git is asked');
  },
);

test('if git cannot compare, no file counts as committed', { skip }, async (t) => {
  const repository = await makeRepository(t);
  const { top, write } = repository;
  await write('b.txt', '1');
  commitAt(repository, 1);
  await ageLog(repository, 1);
  const commits = await new CommitReader(top).since(at(0));
  await write('.git/index', 'damaged');
  assert.equal(await commits!.isAsCommitted('b.txt'), false);
});
