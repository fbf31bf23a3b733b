import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundInOutput, Hit } from '../../../shared/searches.ts';
import type { FileAccess } from '../file/file-route.ts';
import { HugeSearch, type HugeQuery } from './huge-search.svelte.ts';

const QUERY: HugeQuery = { text: 'a', isCaseSensitive: false, isRegex: false };

/** A server that finds these bytes, in two parts, for each text. */
function setUp(found: Record<string, readonly number[]>) {
  const requests: URLSearchParams[] = [];
  const fetch = (url: string): Promise<Response> => {
    const query = new URL(url, 'http://x').searchParams;
    requests.push(query);
    const hits = (found[query.get('query')!] ?? []).map((at): Hit => [at, 1]);
    const parts = [hits.slice(0, 1), hits.slice(1)].map((part): Partial<FoundInOutput> => ({
      hits: part,
      count: hits.length,
    }));
    return Promise.resolve(new Response(parts.map((part) => `${JSON.stringify(part)}\n`).join('')));
  };
  const search = new HugeSearch();
  const access = { path: 'agent', api: { fetch } } as unknown as FileAccess;
  const start = (query: HugeQuery | null): Promise<void> => search.start(query, 'log.txt', access);
  return { search, start, requests };
}

test('the first step goes to the match at or after the shown byte, and both ends lead to the other one', async () => {
  const { search, start } = setUp({ a: [10, 20, 30] });
  await start(QUERY);
  assert.deepEqual([search.count, search.current, search.isSearching], [3, -1, false]);
  assert.deepEqual([search.step(1, 20), search.step(1, 0), search.step(1, 0)], [20, 30, 10]);
  assert.deepEqual([search.step(-1, 0), search.step(-1, 0)], [30, 20]);
  for (const [direction, from, at] of [
    [1, 31, 10],
    [-1, 0, 30],
    [-1, 15, 10],
    [-1, 31, 30],
  ] as const) {
    await start(QUERY);
    assert.equal(search.step(direction, from), at, `${direction} from ${from}`);
  }
});

test('a new search has nothing of the earlier one, and none has no matches', async () => {
  const { search, start, requests } = setUp({ a: [10, 20], b: [5] });
  await start(QUERY);
  search.step(1, 0);
  await start({ text: 'b', isCaseSensitive: true, isRegex: true });
  assert.deepEqual([search.count, search.current], [1, -1]);
  assert.deepEqual([search.step(1, 0), search.step(1, 0)], [5, 5]);
  await start(null);
  assert.deepEqual([search.count, search.step(1, 0), requests.length], [0, null, 2]);
  assert.deepEqual(Object.fromEntries(requests[1]!), { path: 'log.txt', query: 'b', case: '1', regex: '1' });
});

test('of searches that are typed quickly, only the last one is sent', async () => {
  const { search, start, requests } = setUp({ ab: [7] });
  await Promise.all([start(QUERY), start({ ...QUERY, text: 'ab' })]);
  assert.deepEqual([requests.map((query) => query.get('query')), search.count], [['ab'], 1]);
});
