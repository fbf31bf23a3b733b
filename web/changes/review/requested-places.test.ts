import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { flushSync, tick } from 'svelte';
import { inComponent } from '../../lib/fixtures/in-component.svelte.ts';
import type { ReviewRequest } from '../../state/workbench/requests.ts';
import { reactive } from '../../lib/fixtures/reactive.svelte.ts';
import { goToRequestedPlaces } from './requested-places.svelte.ts';
import type { Place, Review } from './review.svelte.ts';

const PLACES: Place[] = [
  { path: 'a.ts', hunk: '1' },
  { path: 'b.ts', hunk: '1' },
  { path: 'b.ts', hunk: '2' },
];

function reviewAt(current: Place | null, places = PLACES) {
  const review = {
    current,
    places,
    firstOf: (path: string) => places.find((place) => place.path === path) ?? null,
    goTo: (place: Place) => void (review.current = place),
  };
  return review;
}

function setUp(t: TestContext, request: ReviewRequest | null, shown: ReturnType<typeof reviewAt> | null) {
  const state = reactive({ request, shown });
  const did: string[] = [];
  inComponent(t, () =>
    goToRequestedPlaces({
      review: () => state.value.shown as unknown as Review | null,
      request: () => state.value.request,
      onconflict: (path) => did.push(`conflict ${path}`),
      list: () => ({
        focus: (place) => Promise.resolve(void did.push(`focus ${place?.path} ${place?.hunk}`)),
        scrollToFile: (path) => did.push(`scroll ${path}`),
      }),
    }),
  );
  const change = async (next: Partial<typeof state.value>): Promise<string[]> => {
    state.value = { ...state.value, ...next };
    flushSync();
    await tick();
    return did.splice(0);
  };
  return { change };
}

test('the requested hunk is gone to once, as soon as it is loaded, and not one like it in another file', async (t) => {
  const request = { path: 'b.ts', hunk: '1' };
  const { change } = setUp(t, request, reviewAt(null, []));
  assert.deepEqual(await change({}), ['scroll b.ts']);
  const loaded = reviewAt(null);
  assert.deepEqual(await change({ shown: loaded }), ['focus b.ts 1']);
  assert.deepEqual(loaded.current, PLACES[1]);
  assert.deepEqual(await change({ shown: reviewAt(PLACES[2]!) }), [], 'the user has gone on');
  assert.deepEqual(
    await change({ request: { ...request } }),
    ['focus b.ts 1', 'scroll b.ts'],
    'asked for again',
  );
});

test('a requested conflict is opened in its file', async (t) => {
  const { change } = setUp(t, { path: 'b.ts', isConflict: true }, null);
  const did = await change({ shown: reviewAt(null) });
  assert.deepEqual(did.slice(0, 2), ['conflict b.ts', 'focus b.ts 1']);
  assert.equal(did.filter((one) => one === 'conflict b.ts').length, 1);
});

test('a review that is shown again starts where the user left it, unless another place was asked for', async (t) => {
  const { change } = setUp(t, null, null);
  const left = reviewAt(PLACES[2]!);
  assert.deepEqual(await change({ shown: left }), ['scroll b.ts', 'focus b.ts 2']);
  await change({ shown: null });
  const asked = await change({ shown: left, request: { path: 'a.ts' } });
  assert.ok(asked.includes('focus a.ts 1') && !asked.includes('focus b.ts 2'), asked.join());
});
