import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, Api } from '../lib/requests/api.ts';
import type { StoredSession, StoredSessions } from '../../shared/stored-sessions.ts';
import { SessionList } from './session-list.svelte.ts';

const session = (id: string): StoredSession => ({
  id,
  workspace: '/w',
  firstMessage: 'hi',
  messageCount: 1,
  created: 0,
  modified: 0,
});

/** Responds only when the test settles the request. */
class ManualApi extends Api {
  readonly asked: { path: string; settle: PromiseWithResolvers<StoredSessions> }[] = [];

  constructor() {
    super('token');
  }

  override json<T>(path: string): Promise<T> {
    const settle = Promise.withResolvers<StoredSessions>();
    this.asked.push({ path, settle });
    return settle.promise as Promise<T>;
  }
}

function listOf(api: Api, query: string): SessionList {
  const list = new SessionList(api);
  list.fetchSoon({ workspace: '/w x', query })();
  return list;
}

test('the request contains the workspace, and the query only when there is one', async () => {
  const api = new ManualApi();
  void listOf(api, '').fetchNow();
  void listOf(api, 'retry loop').fetchNow();
  assert.deepEqual(
    api.asked.map(({ path }) => path),
    [
      'api/sessions?workspace=%2Fw+x&worktrees=1&limit=20000',
      'api/sessions?workspace=%2Fw+x&worktrees=1&query=retry+loop&limit=20000',
    ],
  );
});

test('the response to an older request is dropped', async () => {
  const api = new ManualApi();
  const list = listOf(api, '');
  const both = [list.fetchNow(), list.fetchNow()];
  api.asked[1]!.settle.resolve({ sessions: [session('new')] });
  api.asked[0]!.settle.resolve({ sessions: [session('old')] });
  await Promise.all(both);
  assert.deepEqual(
    list.sessions?.map(({ id }) => id),
    ['new'],
  );
});

test('after a failure the old list stays, and the reason is shown', async () => {
  const api = new ManualApi();
  const list = listOf(api, '');
  const first = list.fetchNow();
  api.asked[0]!.settle.resolve({ sessions: [session('a')] });
  await first;
  const second = list.fetchNow();
  api.asked[1]!.settle.reject(new ApiError(500, 'broken', 'The folder cannot be read.'));
  await second;
  assert.equal(list.failure, "The sessions couldn't be listed: The folder cannot be read.");
  assert.equal(list.sessions?.length, 1);
});

test('the list knows that older sessions were left out, until an answer has all of them', async () => {
  const api = new ManualApi();
  const list = listOf(api, '');
  const known: boolean[] = [];
  for (const answer of [{ sessions: [session('new')], hasOlder: true as const }, { sessions: [] }]) {
    const fetched = list.fetchNow();
    api.asked.at(-1)!.settle.resolve(answer);
    await fetched;
    known.push(list.hasOlder);
  }
  assert.deepEqual(known, [true, false]);
});
