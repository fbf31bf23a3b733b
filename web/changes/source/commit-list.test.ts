import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GitCommit } from '../../../shared/git.ts';
import { CommitList } from './commit-list.svelte.ts';

const commits = (count: number, from = 0): GitCommit[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `${from + at}`, parents: [], author: 'x', at: 0, refs: [], subject: '' },
  }));

function listOf(answer: (query: URLSearchParams) => Promise<GitCommit[]>): {
  list: CommitList;
  asked: string[];
} {
  const asked: string[] = [];
  const json = async (path: string): Promise<unknown> => {
    asked.push(path);
    return { commits: await answer(new URLSearchParams(path.split('?')[1])) };
  };
  return { list: new CommitList({ path: 'a', api: { json } } as never), asked };
}

test('commits are read page by page until a page is not full', async () => {
  const { list, asked } = listOf(async (query) =>
    query.get('skip') === '0' ? commits(200) : commits(5, 200),
  );
  await list.start('', 'message');
  assert.deepEqual([list.commits.length, list.hasMore], [200, true]);
  await list.readMore();
  assert.deepEqual([list.commits.length, list.hasMore], [205, false]);
  await list.readMore();
  assert.deepEqual(asked, [
    'a/git/log?count=200&skip=0&by=message',
    'a/git/log?count=200&skip=200&by=message',
  ]);
});

test('the answer to an earlier search is dropped, and a failure is shown until a search succeeds', async () => {
  const late = Promise.withResolvers<GitCommit[]>();
  const { list } = listOf(async (query) => {
    if (query.get('query') === 'slow') return late.promise;
    if (query.get('query') === 'bad') throw new Error('no');
    return commits(1);
  });
  const slow = list.start(' slow ', 'author');
  await list.start('fast', 'path');
  late.resolve(commits(7));
  await slow;
  assert.equal(list.commits.length, 1);
  await list.start('bad', 'path');
  assert.deepEqual([list.failure, list.commits.length], ['no', 1]);
  await list.start('', 'path');
  assert.equal(list.failure, null);
});

test('a page is asked for once, however often the reader comes to the end meanwhile', async () => {
  const { list, asked } = listOf(async (query) => commits(200, Number(query.get('skip'))));
  await list.start('', 'message');
  await Promise.all([list.readMore(), list.readMore()]);
  assert.deepEqual([asked.length, list.commits.length], [2, 400]);
  await list.readMore();
  assert.equal(list.commits.length, 600);
});

test('the list waits for its newest search, whatever answers before', async () => {
  const answers = new Map<string, PromiseWithResolvers<GitCommit[]>>();
  const { list } = listOf((query) => {
    const answer = Promise.withResolvers<GitCommit[]>();
    answers.set(query.get('query')!, answer);
    return answer.promise;
  });
  const [first, second] = [list.start('first', 'path'), list.start('second', 'path')];
  answers.get('first')!.reject(new Error('overtaken'));
  await first;
  assert.deepEqual([list.isBusy, list.failure], [true, null]);
  answers.get('second')!.resolve(commits(3));
  await second;
  assert.deepEqual([list.isBusy, list.commits.length], [false, 3]);
});

test('after a search that failed, the end of the list does not go on with commits of another search', async () => {
  let isLost = false;
  const { list, asked } = listOf(async (query) => {
    if (isLost) throw new Error('no');
    return commits(200, query.get('query') ? 1000 : 0);
  });
  await list.start('', 'message');
  isLost = true;
  await list.start('fix', 'message');
  assert.deepEqual([list.failure, list.commits.length], ['no', 200]);
  isLost = false;
  await list.readMore();
  assert.match(asked.at(-1)!, /skip=0&.*query=fix/);
  assert.deepEqual([list.failure, list.commits.length, list.commits[0]?.id], [null, 200, '1000']);
});

test('a commit that was made while the user read shows no commit twice', async () => {
  const { list } = listOf(async (query) => {
    const skip = Number(query.get('skip'));
    return commits(200, skip === 0 ? 0 : skip - 1);
  });
  await list.start('', 'message');
  await list.readMore();
  assert.deepEqual(
    list.commits.map(({ id }) => id),
    commits(399).map(({ id }) => id),
  );
});
