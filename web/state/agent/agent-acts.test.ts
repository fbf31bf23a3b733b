// What the page asks of an agent, and what it makes of the answers.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { emptyView } from '../../../shared/view/view.ts';
import { removeMessage } from '../../../shared/view/queue-changes.ts';
import { EMPTY_QUEUE } from '../../../shared/view/queue.ts';
import { SESSION_HEADER } from '../../../shared/wire.ts';
import { ApiError, type Api, type RequestOptions } from '../../lib/requests/api.ts';
import { Agent } from './agent.svelte.ts';

before(() =>
  Object.assign(globalThis, {
    document: { hidden: false },
    requestAnimationFrame: () => 0,
    cancelAnimationFrame: () => undefined,
  }),
);

const LOST = new ApiError(0, 'unreachable', "The panel can't be reached.");

/** An agent whose requests get these answers, in order. */
function setUp(...answers: (object | Error | null)[]) {
  const sent: { route: string; body: unknown; headers: Record<string, string> }[] = [];
  const fetch = async (route: string, { body, headers = {} }: RequestOptions = {}): Promise<Response> => {
    sent.push({ route, body, headers });
    const answer = answers.shift();
    if (answer === undefined) assert.fail(`nothing else is asked: ${route}`);
    if (answer instanceof Error) throw answer;
    return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
  };
  const json = async (route: string): Promise<unknown> => (await fetch(route)).json();
  const agent = new Agent('a/1', { fetch, json } as unknown as Api);
  return { agent, sent, routes: () => sent.map(({ route }) => route) };
}

const message = (id: string) => ({ id, text: `text of ${id}`, images: [] });

test('a message names the session that the page shows, so that it never gets into another one', async () => {
  const { agent, sent } = setUp({ success: true }, { success: true }, { success: true });
  await agent.send({ type: 'prompt', message: 'before the first view' });
  agent.snapshot({ ...emptyView('/w'), session: { id: 'ß' } });
  await agent.send({ type: 'prompt', message: 'hello' }, 'key');
  await agent.bash('ls', true);
  assert.deepEqual(
    sent.map(({ headers }) => headers[SESSION_HEADER]),
    [undefined, '%C3%9F', '%C3%9F'],
  );
  assert.deepEqual(
    sent.map(({ route, body }) => [route, body]),
    [
      ['api/agents/a%2F1/commands', { type: 'prompt', message: 'before the first view' }],
      ['api/agents/a%2F1/commands', { type: 'prompt', message: 'hello' }],
      ['api/agents/a%2F1/commands', { type: 'bash', command: 'ls', excludeFromContext: true }],
    ],
  );
  assert.equal(sent[1]?.headers['idempotency-key'], 'key');
});

test('a stop takes the messages that it returns, in their order', async () => {
  const { agent, sent } = setUp(
    { success: true, data: { ids: ['1', '2'] } },
    { success: true, data: { messages: ['1', '2'].map(message) } },
  );
  assert.deepEqual(await agent.stop(), {
    success: true,
    data: { texts: ['text of 1', 'text of 2'], messages: ['1', '2'].map(message) },
  });
  assert.deepEqual(sent[1]?.body, { ids: ['1', '2'] });
});

test('a stop that returns nothing, or is refused, takes nothing', async () => {
  const nothing = setUp({ success: true, data: { ids: [] } });
  assert.deepEqual(await nothing.agent.stop(), { success: true, data: { texts: [], messages: [] } });
  const refusal = { success: false, error: 'pi cannot abort a compaction.' };
  assert.deepEqual(await setUp(refusal).agent.stop(), refusal);
});

test('messages that cannot be taken stay where they are, and the reason is passed on', async () => {
  const refusal = { success: false, error: 'pi is delivering them.' };
  assert.deepEqual(await setUp(refusal).agent.takeFromQueue(['1']), refusal);
});

test('messages whose response is lost are taken again with the same key, so that they are not lost either', async () => {
  const taken = { success: true, data: { messages: [message('1')] } };
  const { agent, sent } = setUp(LOST, taken);
  const answer = await agent.takeFromQueue(['1']);
  assert.equal(answer.success && answer.data?.messages.length, 1);
  assert.ok(sent[0]?.headers['idempotency-key']);
  assert.equal(sent[0]?.headers['idempotency-key'], sent[1]?.headers['idempotency-key']);
});

test('a change of the queue whose response is lost is sent again with the same key, and not derived again', async () => {
  const { agent, sent } = setUp(LOST, { success: true, data: { missed: [] } });
  const queue = {
    ...EMPTY_QUEUE,
    revision: 3,
    steering: [{ id: '1', text: 'x', state: 'waiting' as const }],
  };
  agent.snapshot({ ...emptyView('/w'), queue });
  let derived = 0;
  const answer = await agent.changeQueue((now) => {
    derived += 1;
    return removeMessage(now, '1');
  });
  assert.deepEqual([answer.success, derived, sent.length], [true, 1, 2]);
  assert.deepEqual(sent[0]?.headers, sent[1]?.headers);
});

test('a restart that is refused says why', async () => {
  assert.deepEqual(await setUp({ id: 'a/1', status: 'idle' }).agent.restart(), { success: true });
  const refusal = { success: false, error: 'The folder is gone.' };
  assert.deepEqual(await setUp(refusal).agent.restart(), refusal);
});

test('an answered dialog needs no body in the response', async () => {
  const { agent, routes } = setUp(null);
  assert.deepEqual(await agent.answerDialog('d 1', { confirmed: true }), { success: true });
  assert.deepEqual(routes(), ['api/agents/a%2F1/dialogs/d%201']);
});

test('keys that are typed into the screen of an extension are sent again if the response is lost', async () => {
  const { agent, routes, sent } = setUp(LOST, { success: true, data: {} });
  assert.equal((await agent.screens.type('s 1', 'x')).success, true);
  assert.deepEqual(routes(), Array(2).fill('api/agents/a%2F1/screens/s%201/keys'));
  assert.equal(sent[0]?.headers['idempotency-key'], sent[1]?.headers['idempotency-key']);
});

test('a search names the text and the entry for which the server looks', async () => {
  const { agent, routes } = setUp({}, {}, {});
  await agent.search.findText('a&b', new AbortController().signal);
  await agent.search.findEntry('e/1');
  await agent.search.findPrompts();
  assert.deepEqual(
    routes().map((route) => route.slice('api/agents/a%2F1/'.length)),
    ['matches?query=a%26b', 'entries/e%2F1/place', 'prompts'],
  );
});

test('after extensions were reloaded, the list of commands is known to be old', () => {
  const { agent } = setUp();
  agent.snapshot(emptyView('/w'));
  const before = agent.reloads;
  agent.apply({ type: 'panel_ui_reset', session: 's' });
  assert.notEqual(agent.reloads, before);
});

test('as many older entries are loaded as are asked for', async () => {
  const page = { entries: [], toolRuns: {}, hasOlder: true };
  const { agent, routes } = setUp(page, page);
  const first = { key: 'user-5', message: { role: 'user' as const, content: 'x', timestamp: 5 } };
  agent.snapshot({ ...emptyView('/w'), entries: [first], hasOlder: true });
  await agent.loadOlder(200);
  assert.deepEqual(routes(), ['api/agents/a%2F1/entries?before=user-5&limit=200']);
});
