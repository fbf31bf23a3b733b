import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile } from '../../../shared/changes.ts';
import type { GitState } from '../../../shared/git.ts';
import { groupsOf } from './changed-groups.ts';

const state: GitState = {
  readAt: 1,
  branch: 'main',
  commit: '1',
  upstream: null,
  ahead: 0,
  behind: 0,
  staged: ['new.txt', 'both.txt'],
  unstaged: ['both.txt', 'gone.txt'],
  files: {
    'new.txt': 'added',
    'both.txt': 'modified',
    'gone.txt': 'deleted',
    'other/': 'untracked',
    'fight.txt': 'conflict',
  },
};
const counted = (path: string): ChangedFile => ({
  ...{ path, kind: 'modified', added: 3, removed: 1, version: '1', calls: [] },
  ...{ shared: false, known: true, undone: false },
});

test('files are grouped by what the next commit would do, and one that is staged in part is in both groups', () => {
  const groups = groupsOf(state, []);
  assert.deepEqual(
    groups.map(({ id, files }) => [id, files.map(({ path, kind }) => `${kind} ${path}`)]),
    [
      ['conflicts', ['modified fight.txt']],
      ['staged', ['created new.txt', 'modified both.txt']],
      ['changed', ['modified both.txt', 'deleted gone.txt']],
      ['untracked', ['created other/']],
    ],
  );
  assert.deepEqual(groupsOf({ ...state, staged: [], unstaged: [], files: {} }, []), []);
});

test('lines are counted where the whole difference of a file is in one group', () => {
  const [, staged, changed] = groupsOf(state, ['new.txt', 'both.txt'].map(counted));
  assert.deepEqual(
    staged!.files.map(({ added }) => added),
    [3, 0],
  );
  assert.deepEqual(
    changed!.files.map(({ added }) => added),
    [0, 0],
  );
});

test('a folder that git does not track is listed by its files if those are known and few', () => {
  const untracked = (known: ChangedFile[]): string[] =>
    groupsOf(state, known)
      .at(-1)!
      .files.map(({ path }) => path);
  assert.deepEqual(untracked(['other/a.txt', 'other/b/c.txt', 'otherwise.txt'].map(counted)), [
    'other/a.txt',
    'other/b/c.txt',
  ]);
  assert.deepEqual(untracked(Array.from({ length: 101 }, (_, n) => counted(`other/${n}`))), ['other/']);
});
