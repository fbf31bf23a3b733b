// Commands that the files of a repository suggest for the set-up of a worktree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WITHOUT_GIT as skip } from '../git/fixtures/repository.ts';
import { makeSubmodule } from '../git/fixtures/submodule.ts';
import { findSetupIdeas } from './setup-ideas.ts';

test(
  'submodules, which a new worktree lacks, are filled before packages are installed',
  { skip },
  async (t) => {
    const { top, write } = await makeSubmodule(t);
    await write('package-lock.json', '{}');
    assert.deepEqual(await findSetupIdeas(top), ['git submodule update --init --recursive', 'npm ci']);
  },
);
