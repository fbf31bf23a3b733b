// The history of a real repository.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importCommits } from '../git/fixtures/many-commits.ts';
import { makeRepository, WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { readCommit } from './commit-details.ts';
import { readHistory, readMessage } from './history.ts';

const withGit = { skip: WITHOUT_GIT };
const all = { count: 50, skip: 0, by: 'message' } as const;

test('commits are read page by page, with their parents, author, branches and tags', withGit, async (t) => {
  const { top, git, write } = await makeRepository(t);
  for (const name of ['one', 'two', 'three']) {
    await write(`${name}.txt`, name);
    git('add', '-A');
    git('commit', '-qm', `${name}: Ärger\n\nbody`, `--author=${name} <x@localhost>`);
  }
  git('tag', 'v1');
  const commits = await readHistory(top, all);
  assert.deepEqual(
    commits.map(({ subject, author }) => [subject, author]),
    [
      ['three: Ärger', 'three'],
      ['two: Ärger', 'two'],
      ['one: Ärger', 'one'],
      ['first', 'Example'],
    ],
  );
  assert.deepEqual(commits[0]!.refs.toSorted(), ['HEAD -> refs/heads/main', 'tag: refs/tags/v1']);
  assert.deepEqual(commits[0]!.parents, [commits[1]!.id]);
  const page = await readHistory(top, { ...all, count: 2, skip: 1 });
  assert.deepEqual(page, commits.slice(1, 3));
});

test('a search finds text, an author or a path, whatever signs it has', withGit, async (t) => {
  const { top, git, write } = await makeRepository(t);
  await write('sub/[x] file.txt', 'x');
  git('add', '-A');
  git('commit', '-qm', 'A (b) [c] .* subject', '--author=Ünï Dev <x@localhost>');
  const find = async (by: 'message' | 'author' | 'path', query: string) =>
    (await readHistory(top, { ...all, by, query })).map(({ subject }) => subject);
  for (const [by, query] of [
    ['message', 'a (b) [C] .*'],
    ['author', 'ünï'],
    ['path', '[X] FILE'],
    ['path', 'sub/'],
  ] as const)
    assert.deepEqual(await find(by, query), ['A (b) [c] .* subject'], `${by} ${query}`);
  assert.deepEqual(await find('message', 'x.*y'), []);
  assert.deepEqual(await find('message', '--all'), []);
});

test(
  'the commits of one file are those of its earlier names, too, and of nothing else',
  withGit,
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    await write('sub/[x] old.txt', 'a line\nanother line\nand one more\n');
    await write('sub/x old.txt', 'not this one\n');
    git('add', '-A');
    git('commit', '-qm', 'made');
    git('mv', 'sub/[x] old.txt', '[x] new.txt');
    git('commit', '-qm', 'moved');
    await write('a.txt', 'other\n');
    git('commit', '-qam', 'other');
    const subjects = async (by: 'file', query: string) =>
      (await readHistory(top, { ...all, by, query })).map(({ subject }) => subject);
    assert.deepEqual(await subjects('file', '[x] new.txt'), ['moved', 'made']);
    assert.deepEqual(await subjects('file', 'x new.txt'), []);
  },
);

test('commits of all branches are read on request, without the stash', withGit, async (t) => {
  const { top, git, write } = await makeRepository(t);
  git('switch', '-qc', 'work');
  git('commit', '-q', '--allow-empty', '-m', 'work');
  git('switch', '-q', 'main');
  await write('a.txt', 'put aside\n');
  git('stash');
  const subjects = async (isAll: boolean) =>
    (await readHistory(top, { ...all, isAll })).map(({ subject }) => subject).toSorted();
  assert.deepEqual([await subjects(false), await subjects(true)], [['first'], ['first', 'work']]);
});

test('a repository without a commit has no history, and an unknown commit is refused', withGit, async (t) => {
  const { top, around, gitIn } = await makeRepository(t);
  assert.deepEqual((await readMessage(top, 'HEAD')).message, 'first');
  await assert.rejects(readMessage(top, 'nowhere'), { status: 404 });
  gitIn(around, 'init', '-q', 'empty');
  assert.deepEqual(await readHistory(`${around}/empty`, all), []);
});

test(
  'a commit has its whole message and the files that it changed, also the first one and a rename',
  withGit,
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    await write('long.txt', 'a line\nanother line\nand one more\n');
    git('add', '-A');
    git('commit', '-qm', 'second');
    git('mv', 'long.txt', 'sub.txt');
    await write('a.txt', 'one\n');
    git('commit', '-qam', 'third\n\nwith a body');
    const { message, files, subject } = await readCommit(top, 'HEAD');
    assert.deepEqual([subject, message], ['third', 'third\n\nwith a body']);
    assert.deepEqual(
      files.map(({ path, from, kind, added, removed }) => [path, from, kind, added, removed]),
      [
        ['a.txt', undefined, 'modified', 0, 2],
        ['sub.txt', 'long.txt', 'renamed', 0, 0],
      ],
    );
    const first = await readCommit(top, 'HEAD~2');
    assert.deepEqual(
      first.files.map(({ path, kind }) => `${kind} ${path}`),
      ['created .gitignore', 'created a.txt'],
    );
  },
);

test(
  'of 100,000 commits, the first and the last page are read, and a search finds the oldest',
  withGit,
  async (t) => {
    const { top } = await makeRepository(t);
    importCommits(top, 100_000);
    const subjects = async (query: Parameters<typeof readHistory>[1]): Promise<string[]> =>
      (await readHistory(top, query)).map(({ subject }) => subject);
    const newest = await subjects({ ...all, count: 200 });
    assert.deepEqual([newest.length, newest[0], newest[199]], [200, 'change 99999', 'change 99800']);
    const oldest = await subjects({ ...all, count: 200, skip: 99_900 });
    assert.deepEqual([oldest.length, oldest.at(-1)], [100, 'change 0']);
    assert.deepEqual(await subjects({ ...all, query: 'CHANGE 0' }), ['change 0']);
    const { id } = (await readHistory(top, { ...all, count: 1, skip: 99_999 }))[0]!;
    assert.deepEqual(
      (await readCommit(top, id)).files.map(({ path }) => path),
      ['a.txt'],
    );
  },
);
