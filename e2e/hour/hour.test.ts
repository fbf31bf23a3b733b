// An hour of work with undo, on real pi, real git and real files. `npm run hour` plays it with kills.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { EXPECTED } from './acts.ts';
import { Hour } from './hour.ts';

const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is not installed';

test(
  'twelve turns, edits of the user, a commit, a fork, undo and redo leave exactly the expected files',
  { skip },
  async () => {
    const { tree, touched } = await Hour.play();
    assert.deepEqual(tree, EXPECTED);
    assert.deepEqual(touched, [], 'nothing is written below .git');
  },
);
