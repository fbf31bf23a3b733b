// Committing renamed files with a real git in real repositories.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hunksOf } from '../../shared/hunks.ts';
import { commit } from './commit.ts';
import { makeRepository, WITHOUT_GIT } from './fixtures/repository.ts';

const LINES = Array.from({ length: 20 }, (_, i) => `line ${i + 1}\n`);

for (const staged of ['neither', 'old', 'new', 'both'])
  test(
    `of a rename of which ${staged} is staged, both halves are committed, and nothing else that changed`,
    { skip: WITHOUT_GIT },
    async (t) => {
      const { top, git, write } = await makeRepository(t);
      await write('old.txt', LINES.join(''));
      await write('other.txt', 'other\n');
      git('add', '-A');
      git('commit', '-qm', 'second');
      git('mv', 'old.txt', 'new.txt');
      // A file that git does not track is no rename for git, so its new name is at least announced.
      if (staged === 'old' || staged === 'neither') {
        git('reset', '-q', '--', 'new.txt');
        git('add', '--intent-to-add', 'new.txt');
      }
      if (staged === 'new' || staged === 'neither') git('reset', '-q', '--', 'old.txt');
      await write('other.txt', 'not chosen\n');
      const { isDone, commands } = await commit(top, { message: 'third', files: [{ path: 'new.txt' }] });
      assert.ok(isDone, JSON.stringify(commands));
      assert.equal(
        git('show', '--format=', '--name-status', '--find-renames', 'HEAD'),
        'R100\told.txt\tnew.txt\n',
      );
      assert.equal(git('status', '--porcelain'), ' M other.txt\n');
    },
  );

test(
  'a renamed file is committed with both its paths, whole or in part',
  { skip: WITHOUT_GIT },
  async (t) => {
    const now = LINES.with(1, 'two\n').with(18, 'nineteen\n').join('');
    const [first] = hunksOf('new.txt', LINES.join(''), now);
    for (const isStaged of [true, false])
      for (const hunks of [undefined, [first!.id]]) {
        const { top, git, write } = await makeRepository(t);
        await write('old.txt', LINES.join(''));
        git('add', '-A');
        git('commit', '-qm', 'second');
        git('mv', 'old.txt', 'new.txt');
        if (!isStaged) git('reset', '-q', '--', 'old.txt');
        await write('new.txt', now);
        const { isDone, commands } = await commit(top, {
          message: 'third',
          files: [{ path: 'new.txt', ...(hunks && { hunks }) }],
        });
        assert.ok(isDone, JSON.stringify(commands));
        assert.equal(git('ls-tree', '--name-only', 'HEAD'), '.gitignore\na.txt\nnew.txt\n');
        assert.equal(git('show', 'HEAD:new.txt'), hunks ? LINES.with(1, 'two\n').join('') : now);
      }
  },
);
