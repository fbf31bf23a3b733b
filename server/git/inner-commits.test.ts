import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { commitsOnlyIn } from './inner-commits.ts';

test(
  'every stash of a repository that goes away is said to go, not only the last one',
  { skip },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    for (const words of ['older', 'newer']) {
      await write('a.txt', `${words}\n`);
      git('stash', 'push', '-qm', words);
    }
    const commits = await commitsOnlyIn(path.join(top, '.git'), () => true);
    for (const words of ['older', 'newer'])
      assert.ok(
        commits.some(({ subject }) => subject.endsWith(words)),
        words,
      );
  },
);
