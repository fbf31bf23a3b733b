import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT as skip } from '../git/fixtures/repository.ts';
import { sidesOfCommit } from './commit-diff.ts';

const LINES = Array.from({ length: 20 }, (_, n) => `line ${n}\n`).join('');

test('a file that a commit renamed is compared with what it was under its old name', { skip }, async (t) => {
  const { top, git, write } = await makeRepository(t);
  await write('old.txt', LINES);
  git('add', '-A');
  git('commit', '-qm', 'second');
  git('mv', 'old.txt', 'new.txt');
  await write('new.txt', `${LINES}more\n`);
  git('commit', '-qam', 'third');
  const sides = async (path: string, commit: string, base?: string): Promise<string[]> => {
    const { before, after } = await sidesOfCommit(top, path, { commit, base });
    return [before, after].map(({ state, bytes }) => (bytes ? bytes.toString() : state.kind));
  };
  assert.deepEqual(await sides('new.txt', 'HEAD'), [LINES, `${LINES}more\n`]);
  assert.deepEqual(await sides('old.txt', 'HEAD~1'), ['absent', LINES]);
  assert.deepEqual(await sides('old.txt', 'HEAD'), [LINES, 'absent']);
  assert.deepEqual(await sides('new.txt', 'HEAD', 'HEAD~2'), ['absent', `${LINES}more\n`]);
  assert.deepEqual(await sides('a.txt', 'HEAD~2'), ['absent', 'one\ntwo\nthree\n'], 'the first commit');
  await assert.rejects(sides('a.txt', 'nowhere'), { status: 404, code: 'unknown_commit' });
  await assert.rejects(sides('a.txt', 'HEAD', 'nowhere'), { status: 404 });
});
