import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type Api, type RequestOptions } from '../../lib/requests/api.ts';
import { AgentRequests } from './agent-requests.ts';

test('a request whose response is cut off is sent again with the same key', async () => {
  const keys: (string | undefined)[] = [];
  const fetch = async (_path: string, { headers }: RequestOptions) => {
    keys.push(headers?.['idempotency-key']);
    if (keys.length > 1) return Response.json({ success: true, data: 'once' });
    const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
    return new Response(body);
  };
  const requests = new AgentRequests({ fetch } as unknown as Api, 'api/agents/a');
  const answer = await requests.sendOnce('commands', { type: 'prompt', message: 'hello' });
  assert.deepEqual(answer, { success: true, data: 'once' });
  assert.deepEqual(keys, [keys[0], keys[0]]);
});

test('a command that takes long keeps no connection: its answer is asked for by its key until it is there', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked: string[] = [];
  const fetch = async (path: string, { method = 'GET' }: RequestOptions) => {
    asked.push(`${method} ${path}`);
    const isRunning = asked.length < 3;
    if (isRunning) setImmediate(() => t.mock.timers.tick(1000));
    return Response.json({ success: true, ...(isRunning ? { isRunning } : { data: 'late' }) });
  };
  const requests = new AgentRequests({ fetch } as unknown as Api, 'a');
  const answer = await requests.sendOnce('commands', { type: 'prompt', message: '/ask' }, { key: 'k' });
  assert.deepEqual(answer, { success: true, data: 'late' });
  assert.deepEqual(asked, ['POST a/commands', 'GET a/commands/k', 'GET a/commands/k']);
});

test('a refusal is the response, and is not asked for again', async () => {
  let sent = 0;
  const fetch = (): Promise<Response> => {
    sent += 1;
    return Promise.reject(new ApiError(409, 'busy', 'The agent is busy.'));
  };
  const requests = new AgentRequests({ fetch } as unknown as Api, 'api/agents/a');
  const answer = await requests.sendOnce('commands', { type: 'prompt', message: 'hello' });
  assert.deepEqual([answer, sent], [{ success: false, error: 'The agent is busy.' }, 1]);
});
