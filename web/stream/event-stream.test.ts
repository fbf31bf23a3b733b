import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestOptions } from '../lib/requests/api.ts';
import { agentOf, readEventStream } from './event-stream.ts';
import type { Frame } from '../../shared/compact-events.ts';

test('a frame belongs to the agent that its id names, or that its data name if it has no number', () => {
  assert.equal(agentOf({ kind: 'message', id: 'a.b.12', data: '{}' }), 'a.b');
  assert.equal(agentOf({ kind: 'gone', id: '', data: '{"agent":"c"}' }), 'c');
  assert.equal(agentOf({ kind: 'overview', id: '', data: '{"agents":[]}' }), undefined);
});

/** A panel that sends this text and nothing more. */
function panel(text: string) {
  const requests: RequestOptions[] = [];
  const paths: string[] = [];
  const fetch = async (path: string, options: RequestOptions = {}): Promise<Response> => {
    requests.push(options);
    paths.push(path);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        options.signal?.addEventListener('abort', () => controller.error(options.signal?.reason));
      },
    });
    return new Response(body);
  };
  return { api: { fetch }, requests, paths };
}

test('R-06: a stream that falls silent is aborted, and heartbeats count as activity', async () => {
  const { api } = panel('event: message\nid: a.1\ndata: {}\n\n: alive\n\n');
  const frames: Frame[] = [];
  let chunks = 0;
  const reading = readEventStream(api, {
    agents: ['a'],
    signal: new AbortController().signal,
    onFrame: (frame) => frames.push(frame),
    onBytes: () => (chunks += 1),
    silence: 5,
  });
  await assert.rejects(reading, { name: 'AbortError' });
  assert.deepEqual(frames, [{ kind: 'message', id: 'a.1', data: '{}' }]);
  assert.equal(chunks, 1);
});

test('R-06: a stream with heartbeats lasts longer than the silence that ends one without', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let chunks = 0;
  let beat = (): void => undefined;
  const fetch = async (_path: string, { signal }: RequestOptions = {}): Promise<Response> => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal!.addEventListener('abort', () => controller.error(signal!.reason));
        beat = () => controller.enqueue(new TextEncoder().encode(': alive\n\n'));
        void ended.then(() => controller.close());
      },
    });
    return new Response(body);
  };
  const reading = readEventStream(
    { fetch },
    {
      agents: ['a'],
      signal: new AbortController().signal,
      onFrame: () => undefined,
      onBytes: () => (chunks += 1),
      silence: 1000,
    },
  );
  for (let n = 1; n <= 5; n++) {
    await new Promise(setImmediate);
    beat();
    while (chunks < n) await new Promise(setImmediate);
    t.mock.timers.tick(800);
  }
  end();
  await reading;
});

test('the request contains the id of the last known frame of each agent, if there is one', async () => {
  const { api, requests } = panel('');
  const { signal } = new AbortController();
  const options = { agents: ['a', 'b'], signal, onFrame: () => undefined };
  for (const after of [['a.1', 'b.2'], []])
    await readEventStream(api, { ...options, after, silence: 5 }).catch(() => undefined);
  assert.deepEqual(
    requests.map(({ headers }) => headers?.['last-event-id']),
    ['a.1,b.2', undefined],
  );
});

test('the request names all agents, and says whether it waits for more', async () => {
  const { api, paths } = panel('');
  const options = { agents: ['a', 'b/c'], signal: new AbortController().signal, onFrame: () => undefined };
  for (const isOnce of [false, true])
    await readEventStream(api, { ...options, isOnce, silence: 5 }).catch(() => undefined);
  assert.deepEqual(
    paths
      .map((path) => new URL(path, 'http://x').searchParams)
      .map((query) => [query.get('agents'), query.get('follow')]),
    [
      ['a,b/c', null],
      ['a,b/c', '0'],
    ],
  );
  assert.ok(paths[0]?.includes('agents=a,b%2Fc&'));
});
