import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import { ApiError, type Api, type RequestOptions } from '../../lib/requests/api.ts';
import { Connection } from './connection.svelte.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'document', { value: { hidden: false }, configurable: true }),
);

/** A server that has all agents but those that are called `gone`. The page is told which one to follow instead. */
function setUp(t: TestContext, onLost: () => Promise<string | null>) {
  const followed: string[] = [];
  const fetch = (route: string, { signal }: RequestOptions): Promise<Response> => {
    const agents = new URL(route, 'http://x').searchParams.get('agents')!;
    followed.push(agents);
    if (agents.startsWith('gone')) return Promise.reject(new ApiError(404, 'unknown_agent', 'gone'));
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  };
  const lost: { isEnded: boolean }[] = [];
  const connection = new Connection({
    api: { token: '', fetch } as unknown as Api,
    onSnapshot: () => undefined,
    onEvent: () => undefined,
    onOverview: () => undefined,
    onUnauthorized: () => assert.fail('no token was refused'),
    onLost: (gone) => {
      lost.push(gone);
      return onLost();
    },
  });
  t.after(() => connection.close());
  const until = async (isTrue: () => boolean): Promise<void> => {
    for (let turn = 0; !isTrue(); turn++) {
      assert.ok(turn < 10_000, followed.join());
      await new Promise(setImmediate);
    }
  };
  return { connection, followed, lost, until };
}

test('when the server does not have the agent, the page follows the one that is found instead', async (t) => {
  const { connection, followed, lost, until } = setUp(t, () => Promise.resolve('other'));
  connection.follow('gone');
  await until(() => followed.includes('other'));
  assert.deepEqual(lost, [{ isEnded: false }]);
});

test('an agent that is found too late does not replace the one that the user has chosen meanwhile', async (t) => {
  const found = Promise.withResolvers<string>();
  const { connection, followed, lost, until } = setUp(t, () => found.promise);
  connection.follow('gone');
  await until(() => lost.length > 0);
  assert.equal(connection.isCutOff, true);
  connection.follow('chosen');
  await until(() => followed.includes('chosen'));
  found.resolve('other');
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  assert.ok(!followed.includes('other'), followed.join());
});

test('a page that was closed looks for no agent any more', async (t) => {
  const found = Promise.withResolvers<string>();
  const { connection, followed, lost, until } = setUp(t, () => found.promise);
  connection.follow('gone');
  await until(() => lost.length > 0);
  connection.close();
  found.resolve('other');
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  assert.deepEqual(followed, ['gone']);
});

/** A server with an open stream for each request, on which the test sends frames. */
function openServer(t: TestContext) {
  const requests: { query: URLSearchParams; after: string | undefined }[] = [];
  const streams: ((text: string) => void)[] = [];
  /** What a request for missing frames gets. */
  let missing = '';
  const fetch = (route: string, { headers, signal }: RequestOptions): Promise<Response> => {
    const query = new URL(route, 'http://x').searchParams;
    requests.push({ query, after: headers?.['last-event-id'] });
    const isOnce = query.get('follow') === '0';
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string): void => controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
        if (isOnce) send(missing);
        if (isOnce) controller.close();
        else streams.push(send);
      },
    });
    return Promise.resolve(new Response(body));
  };
  const got: string[] = [];
  const connection = new Connection({
    api: { token: '', fetch } as unknown as Api,
    onSnapshot: ({ agent }) => got.push(`snapshot ${agent}`),
    onEvent: ({ agent, type }) => got.push(`${type} ${agent}`),
    onOverview: () => got.push('overview'),
    onUnauthorized: () => got.push('unauthorized'),
    onLost: () => Promise.resolve(null),
  });
  t.after(() => connection.close());
  const frame = (kind: string, id: string, data: object): string =>
    `event: ${kind}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
  const until = async (isTrue: () => boolean): Promise<void> => {
    for (let turn = 0; !isTrue(); turn++) {
      assert.ok(turn < 10_000, got.join());
      await new Promise(setImmediate);
    }
  };
  return { connection, requests, streams, got, frame, until, setMissing: (text: string) => (missing = text) };
}

test('events reach the page in order with those that were missing, and the overview with any of them', async (t) => {
  const { connection, requests, streams, got, frame, until, setMissing } = openServer(t);
  connection.follow('a');
  await until(() => streams.length === 1);
  assert.equal(connection.status, 'catching up');
  streams[0]!(frame('snapshot', 'a.1', { agent: 'a' }));
  await until(() => connection.status === 'live');
  setMissing(
    frame('overview', '', { agents: [], revision: 1 }) +
      frame('message', 'a.2', { agent: 'a', type: 'second' }) +
      frame('message', 'a.3', { agent: 'a', type: 'third' }),
  );
  streams[0]!(frame('message', 'a.3', { agent: 'a', type: 'third' }));
  await until(() => got.includes('third a'));
  assert.deepEqual(got, ['snapshot a', 'overview', 'second a', 'third a']);
  assert.deepEqual([requests.at(-1)?.after, requests.at(-1)?.query.get('agents')], ['a.1', 'a']);
  await until(() => connection.status === 'live');
});

test('nothing of the agent that was left reaches the page, and another one is followed from its beginning', async (t) => {
  const { connection, streams, got, frame, until, requests } = openServer(t);
  connection.follow('a');
  await until(() => streams.length === 1);
  streams[0]!(frame('snapshot', 'a.1', { agent: 'a' }));
  await until(() => connection.status === 'live');
  connection.follow('b');
  assert.equal(connection.status, 'catching up', 'nothing of it has arrived yet');
  await until(() => streams.length === 2);
  assert.equal(requests.at(-1)?.query.get('agents'), 'b');
  streams[1]!(frame('message', 'a.2', { agent: 'a', type: 'late' }));
  streams[1]!(frame('snapshot', 'b.7', { agent: 'b' }));
  await until(() => connection.status === 'live');
  assert.deepEqual(got, ['snapshot a', 'snapshot b']);
});

test('a page that wakes up goes on after its last event', async (t) => {
  const { connection, streams, got, frame, until, requests } = openServer(t);
  connection.follow('a');
  await until(() => streams.length === 1);
  streams[0]!(frame('snapshot', 'a.4', { agent: 'a' }));
  await until(() => got.length === 1);
  connection.suspend();
  connection.wake();
  await until(() => streams.length === 2);
  assert.equal(requests.at(-1)?.after, 'a.4');
  streams[1]!(frame('message', 'a.5', { agent: 'a', type: 'next' }));
  await until(() => got.includes('next a'));
  connection.suspend();
  connection.wake();
  connection.suspend();
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  assert.equal(streams.length, 2, 'a page that sleeps again does not connect');
});
