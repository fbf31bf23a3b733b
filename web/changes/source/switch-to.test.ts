import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GitBranch } from '../../../shared/git.ts';
import { switchTo } from './switch-to.ts';

const branch = (name: string, more: Partial<GitBranch> = {}): GitBranch => ({
  name,
  commit: '1',
  upstream: null,
  ahead: 0,
  behind: 0,
  at: 0,
  subject: '',
  ...more,
});
const branches = [
  branch('main', { isCurrent: true }),
  branch('work/a'),
  branch('origin/main', { isRemote: true }),
  branch('origin/work/a', { isRemote: true }),
  branch('origin/work/b', { isRemote: true }),
];

test('a local branch is switched to, and one of a remote becomes a local branch unless there is one', () => {
  assert.deepEqual(switchTo('work/a', branches), { switch: 'work/a' });
  assert.deepEqual(switchTo('origin/work/a', branches), { switch: 'work/a' });
  assert.deepEqual(switchTo('origin/work/b', branches), { create: 'work/b', from: 'origin/work/b' });
});

test('the current branch, its remote and an unknown one change nothing', () => {
  for (const name of ['main', 'origin/main', 'nowhere']) assert.equal(switchTo(name, branches), null);
});
