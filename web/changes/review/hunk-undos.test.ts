import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { QueuedUndo } from '../../../shared/changes.ts';
import { flushSync } from 'svelte';
import { inComponent } from '../../lib/fixtures/in-component.svelte.ts';
import { reactive } from '../../lib/fixtures/reactive.svelte.ts';
import { Toasts } from '../../state/notices/toasts.svelte.ts';
import { HunkUndos } from './hunk-undos.svelte.ts';
import type { Place, Review } from './review.svelte.ts';

type Context = Parameters<HunkUndos['takeBackLast']>[0];

const queued = (id: string, more: Partial<QueuedUndo> = {}): QueuedUndo => ({
  ...{ id, at: 0, isRedo: false, files: 1, paths: ['a.ts'], outcome: null },
  ...more,
});

/** An agent with these undos, and the requests that it gets. */
function setUp(t: TestContext, list: { queued: QueuedUndo[]; undos: { entry: string }[] }) {
  const requests: string[] = [];
  const changes = {
    list: null,
    redone: null,
    post: (route: string, body: object) => {
      requests.push(`${route} ${JSON.stringify(body)}`);
      return Promise.resolve({ plan: 'p', files: [] });
    },
    fetch: () => Promise.resolve(void requests.push('fetch')),
  };
  const api = {
    json: () => Promise.resolve(list),
    fetch: (route: string, { method }: { method: string }) =>
      Promise.resolve(void requests.push(`${method} ${route}`)),
  };
  const toasts = new Toasts();
  const { created: undos } = inComponent(
    t,
    () =>
      new HunkUndos({
        review: () => null,
        changes: () => changes,
        isFocusFree: () => true,
        list: () => undefined,
      }),
  );
  const context = { changes, toasts, workbench: { showUndo: () => undefined } } as unknown as Context;
  const takeBack = (): Promise<void> => undos.takeBackLast(context, { api, path: 'agent' } as never);
  return { takeBack, requests, toasts, api };
}

test('the newest undo that waits is canceled, but no redo and none that has ended', async (t) => {
  const { takeBack, requests } = setUp(t, {
    queued: [
      queued('oldest'),
      queued('newest'),
      queued('redo', { isRedo: true }),
      queued('ended', { outcome: { undone: 1, left: [] } }),
    ],
    undos: [{ entry: 'done' }],
  });
  await takeBack();
  assert.deepEqual(requests, ['DELETE agent/changes/queued/newest', 'fetch']);
});

test('if none waits, the newest undo is redone', async (t) => {
  const { takeBack, requests } = setUp(t, { queued: [], undos: [{ entry: 'newest' }, { entry: 'older' }] });
  await takeBack();
  assert.deepEqual(requests, ['plan {"redo":"newest"}']);
});

test('if there is no undo, nothing happens; a failure is said', async (t) => {
  const { takeBack, requests, toasts, api } = setUp(t, { queued: [], undos: [] });
  await takeBack();
  assert.deepEqual([requests, toasts.shown], [[], []]);
  api.json = () => Promise.reject(new Error("The panel can't be reached."));
  await takeBack();
  assert.deepEqual(
    toasts.shown.map(({ message }) => message),
    ["Redo: The panel can't be reached."],
  );
});

const PLACES: Place[] = [
  { path: 'a.ts', hunk: '1' },
  { path: 'b.ts', hunk: '1' },
  { path: 'b.ts', hunk: '2' },
];

interface Redone {
  undo: string;
  paths: string[];
}

/** A page with an open or closed review, on which undos are redone. */
function openPage(t: TestContext, first: Redone | null = null) {
  const went: (Place | null)[] = [];
  const review = {
    places: PLACES,
    firstOf: (path: string) => PLACES.find((place) => place.path === path) ?? null,
    goTo: (place: Place | null) => went.push(place),
  } as unknown as Review;
  const page = reactive({ review: null as Review | null, redone: first, isFocusFree: true });
  let entry = 0;
  const changes = {
    list: null,
    redone: null,
    listed: 0,
    requested: 0,
    post: (route: string) =>
      Promise.resolve(
        route === 'plan'
          ? { plan: 'p', files: [{ path: 'b.ts', action: 'restore' }] }
          : { entry: `u${++entry}`, files: [{ path: 'b.ts', outcome: 'restored' }] },
      ),
    fetch: () => Promise.resolve(),
  };
  const { created: undos } = inComponent(
    t,
    () =>
      new HunkUndos({
        review: () => page.value.review,
        changes: () => ({ redone: page.value.redone }),
        isFocusFree: () => page.value.isFocusFree,
        list: () => ({ focus: () => Promise.resolve() }),
      }),
  );
  const context = {
    changes,
    toasts: new Toasts(),
    workbench: { showUndo: () => undefined },
  } as unknown as Context;
  const change = (next: Partial<(typeof page)['value']>): (Place | null)[] => {
    page.value = { ...page.value, ...next };
    flushSync();
    return went.splice(0);
  };
  return { undos, context, review, change };
}

test('the next key acts on the hunk that a redo has brought back, or on the first of its files', async (t) => {
  const { undos, context, review, change } = openPage(t);
  change({ review });
  await undos.undo(context, { path: 'b.ts', id: '2' });
  assert.deepEqual(change({ redone: { undo: 'u1', paths: ['b.ts'] } }), [PLACES[2]]);
  assert.deepEqual(change({ redone: { undo: 'of files', paths: ['b.ts', 'a.ts'] } }), [PLACES[1]]);
  assert.deepEqual(change({ redone: { undo: 'gone', paths: ['c.ts'] } }), []);
});

test('an undo of some lines leaves a hunk with another id, so its redo goes to the file', async (t) => {
  const { undos, context, review, change } = openPage(t);
  change({ review });
  await undos.undo(context, { path: 'b.ts', id: '2', lines: { before: [0, 1], after: [0, 1] } });
  assert.deepEqual(change({ redone: { undo: 'u1', paths: ['b.ts'] } }), [PLACES[1]]);
});

test('a redo from before, or while the review is closed, moves nothing when it is opened', (t) => {
  const before = { undo: 'before', paths: ['a.ts'] };
  const { review, change } = openPage(t, before);
  assert.deepEqual(change({ review }), []);
  change({ review: null });
  assert.deepEqual(change({ redone: { undo: 'closed', paths: ['a.ts'] } }), []);
  assert.deepEqual(change({ review }), []);
});

test('undos are carried out one after another, in the order of the keys', async (t) => {
  const { undos, context } = openPage(t);
  const order: string[] = [];
  const slow = Promise.withResolvers<void>();
  const { changes } = context;
  const post = changes.post.bind(changes);
  changes.post = async (route: string, body: { undo?: { hunk: { id: string } } }) => {
    order.push(body.undo ? `plan ${body.undo.hunk.id}` : route);
    if (order.length === 1) await slow.promise;
    return post(route, body);
  };
  const both = [
    undos.undo(context, { path: 'b.ts', id: '1' }),
    undos.undo(context, { path: 'b.ts', id: '2' }),
  ];
  await new Promise(setImmediate);
  assert.deepEqual(order, ['plan 1']);
  slow.resolve();
  await Promise.all(both);
  assert.deepEqual(order, ['plan 1', 'plans/p', 'plan 2', 'plans/p']);
});

test('a redo that ends while the user types elsewhere moves nothing, not even afterwards', (t) => {
  const { review, change } = openPage(t);
  change({ review, isFocusFree: false });
  assert.deepEqual(change({ redone: { undo: 'of files', paths: ['a.ts'] } }), []);
  assert.deepEqual(change({ isFocusFree: true }), []);
});

test('a hunk is marked while it is undone, until the list of changes is new', async (t) => {
  const { undos, context, review, change } = openPage(t);
  change({ review });
  const list = Promise.withResolvers<void>();
  Object.assign(context.changes, { fetch: () => list.promise });
  const undone = undos.undo(context, { path: 'b.ts', id: '2' });
  assert.deepEqual([...undos.underWay], ['2']);
  await new Promise(setImmediate);
  assert.deepEqual([...undos.underWay], ['2']);
  list.resolve();
  await undone;
  assert.deepEqual([...undos.underWay], []);
});
