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

test('a request that would run the programs of a folder is sent again only if the user allows it', async (t) => {
  const sent: (string | undefined)[] = [];
  t.mock.method(
    globalThis,
    'fetch',
    async (_path: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(headers.confirm);
      if (headers.confirm === 'runs_programs') return Response.json({ isDone: true });
      return Response.json({ error: { code: 'runs_programs', message: 'hook pre-commit' } }, { status: 409 });
    },
  );
  const api = new Api('');
  await assert.rejects(api.json('api/x', { method: 'POST' }), { code: 'runs_programs' });
  const asked: string[] = [];
  api.confirmPrograms = async (refusal) => asked.push(refusal) > 1;
  await assert.rejects(api.json('api/x', { method: 'POST' }), { code: 'runs_programs' });
  assert.deepEqual(await api.json('api/x', { method: 'POST' }), { isDone: true });
  assert.deepEqual(asked, ['hook pre-commit', 'hook pre-commit']);
  assert.deepEqual(sent, [undefined, undefined, undefined, 'runs_programs']);
});

test('what the user has confirmed before is confirmed again with the programs', async (t) => {
  const sent: (string | undefined)[] = [];
  t.mock.method(
    globalThis,
    'fetch',
    async (_path: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(headers.confirm);
      if (headers.confirm === 'agent_works,runs_programs') return Response.json({ isDone: true });
      return Response.json({ error: { code: 'runs_programs', message: 'x' } }, { status: 409 });
    },
  );
  const api = new Api('');
  api.confirmPrograms = async () => true;
  const options = { method: 'POST', headers: { confirm: 'agent_works' } } as const;
  assert.deepEqual(await api.json('api/x', options), { isDone: true });
  assert.deepEqual(sent, ['agent_works', 'agent_works,runs_programs']);
});
