// The files that differ between two commits, with a real git.
import assert from 'node:assert/strict';
import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { changedBetween, parentOf } from './changed-between.ts';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';

const LINES = Array.from({ length: 20 }, (_, n) => `line ${n}\n`);

test(
  'each file that a commit changed has its kind, its lines and where it was, whatever its name is',
  { skip: skip || process.platform === 'win32' },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    for (const name of ['sub/old\tname', 'sub/moved', 'sub/run.sh'])
      await write(name, `${name}\n${LINES.join('')}`);
    await write('sub/gone', 'one\ntwo\n');
    await write('sub/binary', 'a\0b');
    await write('sub/empty', '');
    git('add', '-A');
    git('commit', '-qm', 'second');
    git('mv', 'sub/old\tname', 'sub/new\tname\nof two');
    git('mv', 'sub/moved', 'sub/there');
    await write('sub/there', `sub/moved\n${LINES.with(2, 'two\n').join('')}`);
    git('mv', 'sub/empty', 'sub/void');
    await chmod(path.join(top, 'sub/run.sh'), 0o755);
    await rm(path.join(top, 'sub/gone'));
    await write('sub/binary', 'a\0c');
    await write('sub/made\tof', 'new\n');
    await write('a.txt', 'outside of the folder\n');
    git('add', '-A');
    git('commit', '-qm', 'third');
    const [before, after] = ['HEAD~1', 'HEAD'].map((name) => git('rev-parse', name).trim());
    const files = await changedBetween(path.join(top, 'sub'), before!, after!);
    assert.deepEqual(
      files.map(({ path: name, from, kind, added, removed, isBinary }) =>
        [name, from ?? '', kind, added, removed, isBinary ?? false].join('|'),
      ),
      [
        'binary||modified|0|0|true',
        'empty||deleted|0|0|false',
        'gone||deleted|0|2|false',
        'made\tof||created|1|0|false',
        'new\tname\nof two|old\tname|renamed|0|0|false',
        'run.sh||mode|0|0|false',
        'there|moved|renamed|1|1|false',
        'void||created|0|0|false',
      ],
    );
    assert.ok(
      files.every(({ version }) => version === after),
      'a commit never changes',
    );
  },
);

test('the first commit is compared with nothing, and a merge with its first parent', { skip }, async (t) => {
  const { top, git } = await makeRepository(t);
  const first = git('rev-parse', 'HEAD').trim();
  const files = await changedBetween(top, await parentOf(top, first), first);
  assert.deepEqual(
    files.map(({ path: name, kind }) => [name, kind]),
    [
      ['.gitignore', 'created'],
      ['a.txt', 'created'],
    ],
  );
  const tree = git('rev-parse', 'HEAD^{tree}').trim();
  const other = git('commit-tree', tree, '-p', first, '-m', 'other').trim();
  const merge = git('commit-tree', tree, '-p', other, '-p', first, '-m', 'merge').trim();
  assert.equal(await parentOf(top, merge), other);
});
