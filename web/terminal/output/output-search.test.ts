import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundInOutput, Hit } from '../../../shared/searches.ts';
import { OutputSearch, type SearchedScreen } from './output-search.svelte.ts';

const sought = { text: 'x', isCaseKept: false, isRegex: false };

/** A server on which every `x` is a match, and a screen that shows the bytes from `from` on. */
function outputOf(text: string, { from = 0, most = Infinity } = {}) {
  const state = { text, from, asked: [] as string[] };
  const fetch = (path: string): Promise<Response> => {
    const start = Number(/from=(\d+)/.exec(path)?.[1]);
    state.asked.push(path);
    const hits = [...state.text.slice(start).matchAll(/x/g)].map(({ index }): Hit => [start + index, 1]);
    const next = state.text.lastIndexOf('\n') + 1;
    const lines = hits.map((hit, n): FoundInOutput => ({ hits: n < most ? [hit] : [], count: n + 1, next }));
    const text = [...lines, { hits: [], count: hits.length, next }].map(
      (line) => `${JSON.stringify(line)}\n`,
    );
    return Promise.resolve(new Response(text.join('')));
  };
  return { state, route: { api: { fetch }, path: 'p', size: () => state.text.length, hasMatch: () => true } };
}

const screenThat = (steps: boolean): SearchedScreen => ({ hasMatch: true, step: () => steps });

test('matches are counted in all of the output, and the last one is current if the screen has one', async () => {
  const { route } = outputOf('x\nx\nx\n');
  const search = new OutputSearch();
  await search.start(sought, route);
  assert.deepEqual([search.count, search.current, search.isSearching], [3, 2, false]);
  await search.start(sought, { ...route, hasMatch: () => false });
  assert.deepEqual([search.count, search.current], [3, -1]);
});

test('in an earlier part, the last match of that part is current', async () => {
  const { route } = outputOf('x\nx\nx\n');
  const search = new OutputSearch();
  search.shownTo = () => 3;
  await search.start(sought, route);
  assert.equal(search.current, 1);
});

test('the next match is sought on the screen first, otherwise its place is shown; after the last comes the first', async () => {
  const { route } = outputOf('x\nx\nx\n');
  const search = new OutputSearch();
  await search.start(sought, route);
  search.step('previous', screenThat(true));
  assert.deepEqual([search.current, search.target], [1, null]);
  search.step('previous', screenThat(false));
  assert.deepEqual([search.current, search.target], [0, [0, 1]]);
  search.step('previous', screenThat(true));
  assert.deepEqual([search.current, search.target], [2, [4, 1]]);
  search.step('next', screenThat(true));
  assert.deepEqual([search.current, search.target], [0, [0, 1]]);
});

test('without a match on the screen, the first step leads to the last match', async () => {
  const { route } = outputOf('x\nx\n');
  const search = new OutputSearch();
  await search.start(sought, { ...route, hasMatch: () => false });
  search.step('previous', screenThat(true));
  assert.deepEqual([search.current, search.target], [1, [2, 1]]);
});

test('of very many matches the first are reached, and all are counted', async () => {
  const { route } = outputOf('x\n'.repeat(9), { most: 3 });
  const search = new OutputSearch();
  await search.start(sought, route);
  assert.deepEqual([search.count, search.current], [9, 8]);
  search.step('previous', screenThat(false));
  assert.deepEqual([search.current, search.target], [2, [4, 1]]);
});

test('an output that grows is searched from its unfinished line on, and nothing is counted twice', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { state, route } = outputOf('x\nx and');
  const search = new OutputSearch();
  const started = search.start(sought, route);
  t.mock.timers.tick(200);
  await started;
  assert.equal(search.count, 2);
  await search.goOn(route);
  assert.equal(state.asked.length, 1, 'nothing was added');
  state.text += ' x\nx';
  const going = search.goOn(route);
  t.mock.timers.tick(2000);
  await going;
  assert.match(state.asked[1]!, /from=2$/);
  assert.equal(search.count, 4);
});

test('a search that is replaced or ended changes nothing', async () => {
  const { route } = outputOf('x\n');
  const search = new OutputSearch();
  const first = search.start(sought, route);
  await search.start(null, route);
  await first;
  assert.deepEqual([search.count, search.isSearching], [0, false]);
});
