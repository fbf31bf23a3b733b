import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundInOutput, Hit } from '../../../shared/searches.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { OutputSearch, type SearchedScreen } from './output-search.svelte.ts';

const query = { text: 'x', isCaseSensitive: false, isRegex: false };

/** An output on a server for which every `x` is a match. It lists at most `maxHits` matches. */
function outputOf(text: string, { maxHits = Infinity } = {}) {
  const state = { text, requests: [] as string[] };
  const fetch = (path: string): Promise<Response> => {
    const start = Number(/from=(\d+)/.exec(path)?.[1]);
    state.requests.push(path);
    const hits = [...state.text.slice(start).matchAll(/x/g)].map(({ index }): Hit => [start + index, 1]);
    const next = state.text.lastIndexOf('\n') + 1;
    const lines = hits.map((hit, n): FoundInOutput => ({
      hits: n < maxHits ? [hit] : [],
      count: n + 1,
      next,
    }));
    const text = [...lines, { hits: [], count: hits.length, next }].map(
      (line) => `${JSON.stringify(line)}\n`,
    );
    return Promise.resolve(new Response(text.join('')));
  };
  return { state, route: { api: { fetch }, path: 'p', size: () => state.text.length, hasMatch: () => true } };
}

const screenWith = (hasNext: boolean): SearchedScreen => ({ hasMatch: true, step: () => hasNext });

test('matches are counted in the whole output, and the last one is current if the screen has selected one', async () => {
  const { route } = outputOf('x\nx\nx\n');
  const search = new OutputSearch();
  await search.start(query, route);
  assert.deepEqual([search.count, search.current, search.isSearching], [3, 2, false]);
  await search.start(query, { ...route, hasMatch: () => false });
  assert.deepEqual([search.count, search.current], [3, -1]);
});

test('in an earlier part, the last match of that part is current', async () => {
  const { route } = outputOf('x\nx\nx\n');
  const search = new OutputSearch();
  search.shownTo = () => 3;
  await search.start(query, route);
  assert.equal(search.current, 1);
});

test('a step looks for the next match on the screen first, then shows its place, and wraps after the last match', async () => {
  const { route } = outputOf('x\nx\nx\n');
  const search = new OutputSearch();
  await search.start(query, route);
  search.step('previous', screenWith(true));
  assert.deepEqual([search.current, search.target], [1, null]);
  search.step('previous', screenWith(false));
  assert.deepEqual([search.current, search.target], [0, [0, 1]]);
  search.step('previous', screenWith(true));
  assert.deepEqual([search.current, search.target], [2, [4, 1]]);
  search.step('next', screenWith(true));
  assert.deepEqual([search.current, search.target], [0, [0, 1]]);
});

test('without a match on the screen, the first step leads to the last match', async () => {
  const { route } = outputOf('x\nx\n');
  const search = new OutputSearch();
  await search.start(query, { ...route, hasMatch: () => false });
  search.step('previous', screenWith(true));
  assert.deepEqual([search.current, search.target], [1, [2, 1]]);
});

test('when there are very many matches, all are counted and the first ones can be reached', async () => {
  const { route } = outputOf('x\n'.repeat(9), { maxHits: 3 });
  const search = new OutputSearch();
  await search.start(query, route);
  assert.deepEqual([search.count, search.current], [9, 8]);
  search.step('previous', screenWith(false));
  assert.deepEqual([search.current, search.target], [2, [4, 1]]);
});

test('when an output grows, the search continues at the unfinished line and counts no match twice', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { state, route } = outputOf('x\nx and');
  const search = new OutputSearch();
  const started = search.start(query, route);
  t.mock.timers.tick(200);
  await started;
  assert.equal(search.count, 2);
  await search.update(route);
  assert.equal(state.requests.length, 1, 'nothing was added');
  state.text += ' x\nx';
  const updated = search.update(route);
  t.mock.timers.tick(2000);
  await updated;
  assert.match(state.requests[1]!, /from=2$/);
  assert.equal(search.count, 4);
});

test('a search that is replaced or ended changes nothing', async () => {
  const { route } = outputOf('x\n');
  const search = new OutputSearch();
  const first = search.start(query, route);
  await search.start(null, route);
  await first;
  assert.deepEqual([search.count, search.isSearching], [0, false]);
});

test('after a failure the search is repeated, and nothing is counted twice', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { state, route } = outputOf('x\nx and');
  const search = new OutputSearch();
  const started = search.start(query, route);
  t.mock.timers.tick(200);
  await started;
  state.text += ' x\nx';
  const { fetch } = route.api;
  route.api.fetch = () => Promise.reject(new ApiError(0, 'unreachable', 'not now'));
  const failing = search.update(route);
  t.mock.timers.tick(2000);
  await failing;
  assert.deepEqual([search.count, search.failure], [2, 'not now']);
  route.api.fetch = fetch;
  const repeated = search.update(route);
  t.mock.timers.tick(2000);
  await repeated;
  assert.deepEqual([search.count, search.failure], [4, '']);
});

test('each further failure in a row doubles the pause before the search is repeated, up to half a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { state, route } = outputOf('x\n');
  const { fetch } = route.api;
  route.api.fetch = () => Promise.reject(new ApiError(0, 'unreachable', 'not now'));
  const search = new OutputSearch();
  const started = search.start(query, route);
  t.mock.timers.tick(200);
  await started;
  const secondsUntilRepeated = async (): Promise<number> => {
    let isDone = false;
    const updated = search.update(route).then(() => (isDone = true));
    for (let seconds = 1; ; seconds++) {
      t.mock.timers.tick(1000);
      await new Promise(setImmediate);
      if (isDone) return updated.then(() => seconds);
    }
  };
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 8; attempt++) pauses.push(await secondsUntilRepeated());
  assert.deepEqual(pauses, [1, 1, 1, 2, 4, 8, 16, 30]);
  route.api.fetch = fetch;
  await secondsUntilRepeated();
  state.text += 'x\n';
  assert.equal(await secondsUntilRepeated(), 1, 'the pause is short again after a success');
});

test('a query that the server refuses is not sent again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { state, route } = outputOf('x\n');
  route.api.fetch = (path) => {
    state.requests.push(path);
    return Promise.reject(new ApiError(400, 'bad_query', 'not an expression'));
  };
  const search = new OutputSearch();
  const started = search.start(query, route);
  t.mock.timers.tick(200);
  await started;
  const repeated = search.update(route);
  t.mock.timers.tick(2000);
  await repeated;
  assert.equal(state.requests.length, 1);
});

test('after the last listed match comes the first, even if more are counted', async () => {
  const { route } = outputOf('x\n'.repeat(9), { maxHits: 3 });
  const search = new OutputSearch();
  await search.start(query, route);
  search.step('previous', screenWith(false));
  assert.equal(search.current, 2);
  search.step('next', screenWith(false));
  assert.deepEqual([search.current, search.target], [0, [0, 1]]);
  search.step('previous', screenWith(false));
  assert.equal(search.current, 2);
});
