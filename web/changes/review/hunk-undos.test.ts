import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { QueuedUndo } from '../../../shared/changes.ts';
import { inComponent } from '../../lib/fixtures/in-component.svelte.ts';
import { Toasts } from '../../state/notices/toasts.svelte.ts';
import { HunkUndos } from './hunk-undos.svelte.ts';

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
    () => new HunkUndos({ review: () => null, changes: () => changes, list: () => undefined }),
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
  api.json = () => Promise.reject(new Error('The panel cannot be reached.'));
  await takeBack();
  assert.deepEqual(
    toasts.shown.map(({ message }) => message),
    ['Redo: The panel cannot be reached.'],
  );
});
