import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestOptions } from '../lib/requests/api.ts';
import { readEventStream } from './event-stream.ts';
import type { Frame } from '../../shared/compact-events.ts';

/** A panel that answers with this text and is silent afterwards. */
function panel(text: string) {
  const asked: RequestOptions[] = [];
  const fetch = async (_path: string, options: RequestOptions = {}): Promise<Response> => {
    asked.push(options);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        options.signal?.addEventListener('abort', () => controller.error(options.signal?.reason));
      },
    });
    return new Response(body);
  };
  return { api: { fetch }, asked };
}

test('R-06: a stream that falls silent is aborted after its frames were read; heartbeats count as activity', async () => {
  const { api } = panel('event: message\nid: a.1\ndata: {}\n\n: alive\n\n');
  const frames: Frame[] = [];
  let heard = 0;
  const reading = readEventStream(api, {
    agents: ['a'],
    signal: new AbortController().signal,
    onFrame: (frame) => frames.push(frame),
    onBytes: () => (heard += 1),
    silence: 5,
  });
  await assert.rejects(reading, { name: 'AbortError' });
  assert.deepEqual(frames, [{ kind: 'message', id: 'a.1', data: '{}' }]);
  assert.equal(heard, 1);
});

test('the request names the last known frame of each agent, if there is one', async () => {
  const { api, asked } = panel('');
  const { signal } = new AbortController();
  const options = { agents: ['a', 'b'], signal, onFrame: () => undefined };
  for (const after of [['a.1', 'b.2'], []])
    await readEventStream(api, { ...options, after, silence: 5 }).catch(() => undefined);
  assert.deepEqual(
    asked.map(({ headers }) => headers?.['last-event-id']),
    ['a.1,b.2', undefined],
  );
});
