import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Frame } from '../../shared/compact-events.ts';
import { ApiError, type RequestOptions } from '../lib/requests/api.ts';
import { ReconnectingStream } from './reconnecting-stream.ts';

/** A stream whose connections the test opens, refuses and ends. Time passes only as told. */
function setUp(t: TestContext, agents: string[] = ['a']) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  t.mock.method(Math, 'random', () => 1);
  const state = { agents, refusal: null as Error | null };
  const connections: {
    path: string;
    after: string | undefined;
    send: (text: string) => void;
    end: () => void;
  }[] = [];
  const fetch = async (path: string, { headers = {}, signal }: RequestOptions = {}): Promise<Response> => {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
    signal!.addEventListener('abort', () => controller.error(signal!.reason));
    connections.push({
      path,
      after: headers['last-event-id'],
      send: (text) => controller.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
    });
    if (state.refusal) throw state.refusal;
    return new Response(body);
  };
  const statuses: string[] = [];
  const frames: Frame[] = [];
  const refused: number[] = [];
  const stream = new ReconnectingStream({
    api: { fetch },
    agents: () => Promise.resolve(state.agents),
    after: (agent) => (agent === 'a' ? 'a.7' : undefined),
    onFrame: (frame) => frames.push(frame),
    onStatus: (status) => statuses.push(status),
    onRefused: () => refused.push(1),
  });
  t.after(() => stream.close());
  return { state, stream, connections, statuses, frames, refused };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};
const MESSAGE = 'event: message\nid: a.8\ndata: {"agent":"a"}\n\n';

test('each attempt waits longer, the page is offline after four, and a frame begins a new count', async (t) => {
  const { state, connections, statuses } = setUp(t);
  state.refusal = new ApiError(0, 'unreachable', 'lost');
  await settled();
  for (const pause of [250, 500, 1000]) {
    const { length } = connections;
    t.mock.timers.tick(pause - 1);
    await settled();
    assert.equal(connections.length, length, `not before ${pause} ms`);
    t.mock.timers.tick(1);
    await settled();
    assert.equal(connections.length, length + 1);
  }
  assert.deepEqual(statuses, ['reconnecting', 'offline']);
  state.refusal = null;
  t.mock.timers.tick(2000);
  await settled();
  connections.at(-1)!.send(MESSAGE);
  await settled();
  assert.equal(statuses.at(-1), 'live');
  connections.at(-1)!.end();
  await settled();
  assert.equal(statuses.at(-1), 'reconnecting');
  const { length } = connections;
  t.mock.timers.tick(250);
  await settled();
  assert.equal(connections.length, length + 1, 'the first pause again');
});

test('a browser that knows that it has no network is offline at once', async (t) => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  t.after(() => Reflect.deleteProperty(navigator, 'onLine'));
  const { state, statuses } = setUp(t);
  state.refusal = new ApiError(0, 'unreachable', 'lost');
  await settled();
  assert.deepEqual(statuses, ['offline']);
});

test('heartbeats tell when the server was last heard', async (t) => {
  const { stream, connections } = setUp(t);
  await settled();
  const before = stream.lastHeard;
  t.mock.timers.tick(10_000);
  connections[0]!.send(': alive\n\n');
  await settled();
  assert.deepEqual([stream.lastHeard - before, stream.status], [10_000, 'live']);
});

test('a further agent is requested with a new connection, after the last frame of each known one', async (t) => {
  const { state, stream, connections } = setUp(t);
  await settled();
  assert.equal(connections[0]?.after, 'a.7');
  await stream.refresh();
  await settled();
  assert.equal(connections.length, 1, 'nothing has changed');
  state.agents = ['a', 'b'];
  assert.equal(stream.includes('b'), false);
  await stream.refresh();
  await settled();
  assert.equal(connections.length, 2);
  assert.match(connections[1]!.path, /agents=a,b&/);
  assert.equal(stream.includes('b'), true);
});

test('an agent that is gone is not requested again, and without any agent nothing is until there is one', async (t) => {
  const { state, stream, connections, frames } = setUp(t);
  await settled();
  connections[0]!.send('event: gone\ndata: {"agent":"a"}\n\n');
  await settled();
  assert.equal(frames.at(-1)?.kind, 'gone');
  connections[0]!.end();
  await settled();
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(connections.length, 1);
  state.agents = ['a', 'b'];
  await stream.refresh();
  await settled();
  assert.match(connections[1]!.path, /agents=b&/);
});

test('only an agent that the server does not know is gone; after any other refusal it is requested again', async (t) => {
  const { state, connections, frames } = setUp(t);
  state.refusal = new ApiError(503, 'starting', 'not yet');
  await settled();
  t.mock.timers.tick(250);
  await settled();
  assert.deepEqual([connections.length, frames], [2, []]);
});

test('a refused token ends the attempts', async (t) => {
  const { state, connections, refused } = setUp(t);
  state.refusal = new ApiError(401, 'unauthorized', 'no');
  await settled();
  t.mock.timers.tick(60_000);
  await settled();
  assert.deepEqual([connections.length, refused.length], [1, 1]);
});
