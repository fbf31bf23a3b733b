import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { makeRepository, WITHOUT_GIT as skip } from './fixtures/repository.ts';
import { commitLines, commitsOnlyIn } from './inner-commits.ts';

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

test(
  'a remote saves commits on another machine or in a folder that stays, and nowhere else',
  { skip: skip || process.platform === 'win32' },
  async (t) => {
    const { around, top, git } = await makeRepository(t);
    const store = path.join(top, '.git');
    const outside = path.join(around, 'outside: of it');
    await mkdir(outside);
    const goes = (place: string): boolean => place.startsWith(top);
    git('update-ref', 'refs/remotes/up.stream/main', 'HEAD');
    const saved = {
      'https://host.example/x': true,
      'host.example:x': true,
      'git@host.example:x/y': true,
      [outside]: true,
      [pathToFileURL(outside).href]: true,
      [path.relative(store, outside)]: true,
      [`${outside}/gone`]: false,
      [pathToFileURL(`${outside}/gone`).href]: false,
      './x:y': false,
      [path.join(top, 'a.txt')]: false,
      '.': false,
      [pathToFileURL(store).href]: false,
      'file://host.example/x': false,
    };
    for (const [url, isSaved] of Object.entries(saved)) {
      git('config', 'remote.up.stream.url', url);
      assert.equal((await commitsOnlyIn(store, goes)).length, isSaved ? 0 : 1, url);
    }
    git('config', '--unset', 'remote.up.stream.url');
    git('config', 'remote.other.url', outside);
    assert.equal((await commitsOnlyIn(store, goes)).length, 1, 'another remote may not have it');
  },
);

test(
  'a commit that was amended or reset goes as well, and one that was only looked at does not',
  { skip },
  async (t) => {
    const { around, git, gitIn, write } = await makeRepository(t);
    gitIn(around, 'clone', '-q', 'shop', 'clone');
    const clone = path.join(around, 'clone');
    const run = (...args: string[]): string =>
      gitIn(clone, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args);
    const left = async (): Promise<string[]> =>
      (await commitsOnlyIn(path.join(clone, '.git'), (place) => place.startsWith(clone))).map(
        ({ subject }) => subject,
      );
    await write('a.txt', 'theirs\n');
    git('commit', '-qam', 'of them');
    const theirs = git('rev-parse', 'HEAD').trim();
    run('pull', '-q', '--ff-only');
    git('reset', '-q', '--hard', 'HEAD~1');
    run('fetch', '-q');
    run('reset', '-q', '--hard', 'origin/main');
    assert.deepEqual(await left(), [], 'a fast-forward made no commit here');
    run('commit', '-q', '--allow-empty', '-m', 'mine');
    run('commit', '-q', '--amend', '--allow-empty', '-m', 'amended');
    run('reset', '-q', '--hard', 'origin/main');
    assert.deepEqual((await left()).toSorted(), ['amended', 'mine']);
    run('reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all');
    run('checkout', '-q', '--detach', theirs);
    assert.deepEqual(await left(), ['of them'], 'HEAD leads to it');
  },
);

test('a commit without words is listed by its id, and the words of others are whole', () => {
  assert.deepEqual(commitLines('abc one  two \ndef\n'), [
    { id: 'abc', subject: 'one  two ' },
    { id: 'def', subject: '' },
  ]);
});
