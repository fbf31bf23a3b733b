// The history of a real repository.
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
