import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchHit } from '../../shared/searches.ts';
import { EverythingSearch } from './everything.svelte.ts';

const hit = (session: string, entry: string): SearchHit => ({
  session,
  entry,
  kind: 'user',
  text: entry,
  at: 0,
});

function setUp(hits: SearchHit[]) {
  const asked: string[] = [];
  const api = {
    json: <T>(path: string): Promise<T> => {
      asked.push(path);
      const answer = path.startsWith('api/search')
        ? { hits, more: false }
        : { sessions: [{ id: 'a' }, { id: 'b' }] };
      return Promise.resolve(answer as T);
    },
  };
  return { api, asked, search: new EverythingSearch() };
}

test('hits are grouped by session in the order of the server, and sessions are fetched only when one is unknown', async () => {
  const { api, asked, search } = setUp([hit('b', '1'), hit('a', '2'), hit('b', '3')]);
  search.query = 'x';
  await search.start(api, 0);
  assert.deepEqual(
    search.groups.map(({ id, session, hits }) => [id, session?.id, hits.map(({ entry }) => entry)]),
    [
      ['b', 'b', ['1', '3']],
      ['a', 'a', ['2']],
    ],
  );
  search.query = 'xy';
  await search.start(api, 0);
  await search.start(api, 0);
  assert.equal(asked.length, 3, 'one list, and one search for each question');
  search.limits = { kind: 'bash', span: 'week', workspace: '/w' };
  await search.start(api, 0);
  assert.match(asked.at(-1)!, /kind=bash&since=\d+&workspace=%2Fw&worktrees=1/);
});

test('session files that the server could not read are counted', async () => {
  const { api, search } = setUp([hit('a', '1')]);
  search.query = 'x';
  await search.start({ json: () => Promise.resolve({ hits: [], more: false, unread: 2 } as never) }, 0);
  assert.equal(search.unread, 2);
  search.query = 'xy';
  await search.start(api, 0);
  assert.equal(search.unread, 0);
});

test('a search that fails shows the reason, and the same search can be retried', async () => {
  const { api, search } = setUp([hit('a', '1')]);
  search.query = 'x';
  await search.start({ json: () => Promise.reject(new Error('No disk.')) }, 0);
  assert.equal(search.failure, 'No disk.');
  assert.equal(search.isSearching, false);
  await search.start(api, 0);
  assert.equal(search.count, 1);
  search.query = ' ';
  await search.start(api, 0);
  assert.equal(search.count, 0);
});
