// The stash of a real repository.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { changeStash, listStashes } from './stash.ts';

const withGit = { skip: WITHOUT_GIT };

test(
  'changes and new files are put aside, listed, applied with what was staged, and dropped',
  withGit,
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    assert.deepEqual(await listStashes(top), []);
    await write('a.txt', 'staged\n');
    git('add', '-A');
    await write('new.txt', 'new\n');
    assert.deepEqual((await changeStash(top, { save: 'first: ä' })).state?.files, {});
    await write('a.txt', 'second\n');
    await changeStash(top, { save: '' });
    const [second, first] = await listStashes(top);
    assert.deepEqual(
      [first?.message, /^WIP on main/.test(second?.message ?? '')],
      ['On main: first: ä', true],
    );
    const { state } = await changeStash(top, { apply: first!.id });
    assert.deepEqual(
      [state?.staged, state?.files],
      [['a.txt'], { 'a.txt': 'modified', 'new.txt': 'untracked' }],
    );
    assert.equal(await readFile(path.join(top, 'new.txt'), 'utf8'), 'new\n');
    await changeStash(top, { drop: first!.id });
    assert.deepEqual(
      (await listStashes(top)).map(({ id }) => id),
      [second!.id],
    );
    await assert.rejects(changeStash(top, { drop: first!.id }), { status: 409, code: 'no_stash' });
  },
);

test('an entry that conflicts is refused in the words of git, and stays', withGit, async (t) => {
  const { top, git, write } = await makeRepository(t);
  await write('a.txt', 'put aside\n');
  await changeStash(top, { save: 'x' });
  await write('a.txt', 'committed\n');
  git('commit', '-qam', 'second');
  const [entry] = await listStashes(top);
  await assert.rejects(changeStash(top, { apply: entry!.id }), { status: 409 });
  assert.equal((await listStashes(top)).length, 1);
});
