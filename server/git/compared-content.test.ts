import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedWithHead } from './compared-content.ts';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';

test('a last line without a newline is compared as it is, on the side that lacks it', { skip }, async (t) => {
  const { top, git, write } = await makeRepository(t);
  const compare = async (before: string, now: string) => {
    await write('a.txt', before);
    git('add', 'a.txt');
    git('commit', '-qm', 'before', '--allow-empty');
    await write('a.txt', now);
    const compared = await comparedWithHead(top, { path: 'a.txt', origin: 'a.txt', now: Buffer.from(now) });
    return [compared.before, compared.after, compared.stored].map(String);
  };
  for (const [before, now] of [
    ['one\ntwo', 'one\ntwo\nthree\n'],
    ['one\ntwo\n', 'one\ntwo\nthree'],
    ['one\ntwo', 'one\nthree'],
    ['one', 'two\n'],
  ] as const)
    assert.deepEqual(await compare(before, now), [before, now, now]);
});

test('line endings that git converts are no difference', { skip }, async (t) => {
  const { top, git, write } = await makeRepository(t);
  git('config', 'core.autocrlf', 'true');
  const now = Buffer.from('one\r\ntwo\r\nchanged\r\n');
  await write('a.txt', now.toString());
  const { after, stored, isStored } = await comparedWithHead(top, { path: 'a.txt', origin: 'a.txt', now });
  assert.equal(String(stored), 'one\ntwo\nchanged\n');
  assert.deepEqual([isStored, String(after)], [false, now.toString()]);
});

test('a file that the last commit lacks has nothing before it', { skip }, async (t) => {
  const { top, write } = await makeRepository(t);
  await write('new.txt', 'new\n');
  const now = Buffer.from('new\n');
  const compared = await comparedWithHead(top, { path: 'new.txt', origin: 'new.txt', now });
  assert.deepEqual(compared, { before: null, after: now, isStored: false, stored: null, checkedOut: null });
});

test('empty lines are compared as they are, also if the settings shorten them', { skip }, async (t) => {
  const { top, git, write } = await makeRepository(t);
  git('config', 'diff.suppressBlankEmpty', 'true');
  git('config', 'core.autocrlf', 'true');
  await write('a.txt', 'one\n\n\\ two\n\nthree\n');
  git('commit', '-qam', 'second');
  const now = Buffer.from('one\n\n\\ two\n\nfour\n');
  await write('a.txt', now.toString());
  const { stored } = await comparedWithHead(top, { path: 'a.txt', origin: 'a.txt', now });
  assert.equal(String(stored), now.toString());
});
