import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GitState } from '../../../shared/git.ts';
import { distanceOf, needsRemote } from './distance.ts';

const state = (more: Partial<GitState>): GitState =>
  ({ branch: 'main', upstream: 'origin/main', ahead: 0, behind: 0, ...more }) as GitState;

test('the distance from the upstream branch is said in both directions', () => {
  assert.deepEqual(
    [{}, { ahead: 2 }, { behind: 3 }, { ahead: 2, behind: 3 }].map((more) => distanceOf(state(more))),
    [
      'up to date with origin/main',
      '2 ahead of origin/main',
      '3 behind of origin/main',
      '2 ahead, 3 behind of origin/main',
    ],
  );
  assert.equal(distanceOf(state({ upstream: null })), 'No upstream branch');
  assert.equal(distanceOf(state({ branch: null, upstream: null })), 'HEAD is detached');
});

test('only a branch that was never pushed has to be told where to', () => {
  assert.equal(needsRemote(state({ upstream: null })), true);
  assert.equal(needsRemote(state({})), false);
  assert.equal(needsRemote(state({ branch: null, upstream: null })), false);
});
