import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Api } from './api.ts';

/** A response whose connection is lost in the middle of its body. */
const cutOff = (): Response =>
  new Response(
    new ReadableStream({
      start: (body) => body.enqueue(new TextEncoder().encode('{"success":')),
      pull: (body) => body.error(new TypeError('network error')),
    }),
  );

test('a response whose body is cut off counts as a panel that cannot be reached', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => cutOff());
  await assert.rejects(new Api('').json('api/agents'), { name: 'ApiError', status: 0 });
});

test('a request that its caller aborts during the body rejects with the reason of the abort', async (t) => {
  const request = new AbortController();
  t.mock.method(globalThis, 'fetch', async () => {
    const body = new ReadableStream({
      pull: (stream) => {
        request.abort();
        stream.error(request.signal.reason);
      },
    });
    return new Response(body);
  });
  const answer = new Api('').json('api/agents', { signal: request.signal });
  await assert.rejects(answer, { name: 'AbortError' });
});
