// A page and its server, from the first request to the loss of the agent or of the link.
import assert from 'node:assert/strict';
import { before, beforeEach, test, type TestContext } from 'node:test';
import type { OverviewAgent } from '../../../shared/overview.ts';
import { emptyView } from '../../../shared/view/view.ts';
import type { AgentInfo } from '../../../shared/wire.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import type { OnlyAgent } from './agent-finder.ts';
import type { Panel as Class } from './panel.svelte.ts';

let Panel: typeof Class;
const page = { hidden: false, baseURI: 'http://localhost/' };

before(async () => {
  const query = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(globalThis, { window: globalThis, matchMedia: () => query, document: page });
  ({ Panel } = await import('./panel.svelte.ts'));
});

beforeEach(() => {
  page.hidden = false;
  for (const name of ['localStorage', 'sessionStorage']) provide(name, memoryStorage());
  provide('location', { pathname: '/', search: '', hash: '' });
});

function provide(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

const info = (id: string, sessionId: string | null = null): AgentInfo =>
  ({ id, sessionId, workspace: '/w' }) as AgentInfo;

/** A server with these agents that accepts these tokens. The tests send what its open stream has. */
function server(t: TestContext, agents: AgentInfo[], tokens = ['token']) {
  const encoder = new TextEncoder();
  const state = { agents, tokens };
  const requests: string[] = [];
  const streams: { agents: string; token: string; send: (kind: string, id: string, data: object) => void }[] =
    [];
  const answers: Record<string, (body: Record<string, string>) => unknown> = {
    'GET api/agents': () => ({ agents: state.agents }),
    'GET api/panel': () => ({}),
    'POST api/agents': ({ session }) => {
      state.agents = [...state.agents, info(`new ${session}`, session)];
      return state.agents.at(-1);
    },
    'POST api/links': () => {
      state.tokens = ['fresh'];
      return { token: 'fresh', problem: null };
    },
  };
  const fetch = async (
    path: string,
    { method = 'GET', body, headers, signal }: RequestInit,
  ): Promise<Response> => {
    const url = new URL(path, 'http://localhost/');
    const route = `${method} ${url.pathname.slice(1)}`;
    const token = new Headers(headers).get('authorization')?.slice('Bearer '.length) ?? '';
    requests.push(route);
    if (!state.tokens.includes(token))
      return Response.json({ error: { code: 'unauthorized' } }, { status: 401 });
    if (route !== 'GET api/events') {
      if (route.startsWith('GET api/sessions/')) return Response.json({ isStored: true, wasEnded: false });
      const answer = answers[route]?.(body ? (JSON.parse(body as string) as Record<string, string>) : {});
      return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
    }
    const asked = url.searchParams.get('agents')!;
    if (!state.agents.some(({ id }) => id === asked))
      return Response.json({ error: { code: 'unknown_agent' } }, { status: 404 });
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason));
        const send = (kind: string, id: string, data: object): void =>
          controller.enqueue(encoder.encode(`event: ${kind}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`));
        streams.push({ agents: asked, token, send });
      },
    });
    return new Response(stream);
  };
  const { fetch: real } = globalThis;
  globalThis.fetch = fetch as typeof globalThis.fetch;
  t.after(() => (globalThis.fetch = real));
  const open = (given = ['token'], only: OnlyAgent | null = null): Class => {
    const panel = new Panel(given, [], only);
    t.after(() => panel.connection.close());
    return panel;
  };
  const until = async (isTrue: () => boolean): Promise<void> => {
    for (let turn = 0; !isTrue(); turn++) {
      assert.ok(turn < 20_000, `never true: ${String(isTrue)}; ${requests.join()}`);
      await new Promise(setImmediate);
    }
  };
  return { state, requests, streams, open, until };
}

const snapshot = (agent: string, session: string | null, build = '1'): object => ({
  agent,
  build,
  view: { ...emptyView('/w'), session: session === null ? null : { id: session } },
});

test('the page shows an agent with its view, and after a restart of the panel the agent of the same session', async (t) => {
  const { state, streams, open, until, requests } = server(t, [info('1', 'other'), info('2', 's')]);
  const panel = open();
  await panel.open();
  assert.deepEqual([panel.agent?.id, panel.isOpened, panel.trouble], ['1', true, null]);
  panel.show('2');
  await until(() => streams.at(-1)?.agents === '2');
  streams.at(-1)!.send('snapshot', '2.1', snapshot('2', 's'));
  await until(() => panel.agent?.view?.session?.id === 's');
  panel.remember();
  const list = { turns: [], files: [] } as never;
  panel.agent!.changes.list = list;
  state.agents = [info('3', 'other'), info('4', 's')];
  streams.at(-1)!.send('gone', '', { agent: '2' });
  await until(() => panel.agent?.id === '4');
  assert.equal(panel.goneAgent, '2');
  assert.equal(panel.agent?.changes.list, list, 'its changes are shown until they are fetched');
  assert.ok(!requests.includes('POST api/agents'), 'nothing is started');
});

test('the changes of another session are not shown with the agent that replaces one', async (t) => {
  const { state, streams, open, until } = server(t, [info('1')]);
  const panel = open();
  await panel.open();
  panel.agent!.changes.list = { turns: [], files: [] } as never;
  await until(() => streams.length === 1);
  state.agents = [info('2', 'other')];
  streams[0]!.send('gone', '', { agent: '1' });
  await until(() => panel.agent?.id === '2');
  assert.equal(panel.agent?.changes.list, null);
});

test('an agent that the user has ended is not started again by the page', async (t) => {
  const { state, streams, open, until, requests } = server(t, [info('1', 's')]);
  const panel = open();
  await panel.open();
  await until(() => streams.length === 1);
  streams[0]!.send('snapshot', '1.1', snapshot('1', 's'));
  await until(() => panel.agent?.view != null);
  panel.remember();
  await panel.end('1');
  assert.ok(requests.includes('DELETE api/agents/1'));
  state.agents = [];
  streams[0]!.send('gone', '', { agent: '1', isEnded: true });
  await until(() => panel.agent === null);
  assert.ok(!requests.includes('POST api/agents'));
});

test('an agent that was lost with a restart of the panel is started again on its session', async (t) => {
  const { state, streams, open, until } = server(t, [info('1', 's')]);
  const panel = open();
  await panel.open();
  await until(() => streams.length === 1);
  streams[0]!.send('snapshot', '1.1', snapshot('1', 's'));
  await until(() => panel.agent?.view != null);
  panel.remember();
  state.agents = [];
  streams[0]!.send('gone', '', { agent: '1' });
  await until(() => panel.agent?.id === 'new s');
  assert.equal(panel.agent?.isChosen, false, 'it stands for the one before, with its draft');
});

test('a wrong token in the address does not lock out a browser with a valid one', async (t) => {
  const { open } = server(t, [info('1')], ['stored']);
  localStorage.setItem('pi-panel.token', 'stored');
  const panel = open(['made up', 'stored']);
  await panel.open();
  assert.deepEqual([panel.agent?.id, panel.isLockedOut], ['1', false]);
  assert.equal(localStorage.getItem('pi-panel.token'), 'stored');
  const locked = open(['made up', 'another']);
  await locked.open();
  assert.deepEqual([locked.agent, locked.isLockedOut], [null, true]);
});

test('a token that was replaced locks the page out, unless another tab of this browser has the new one', async (t) => {
  const { state, streams, open, until } = server(t, [info('1')]);
  const [panel, other] = [open(), open()];
  await panel.open();
  await until(() => streams.length === 1);
  state.tokens = ['fresh'];
  localStorage.setItem('pi-panel.token', 'fresh');
  panel.connection.suspend();
  panel.connection.wake();
  await until(() => streams.at(-1)?.token === 'fresh');
  assert.deepEqual([panel.isLockedOut, panel.api.token], [false, 'fresh']);
  state.tokens = ['for someone else'];
  panel.connection.suspend();
  panel.connection.wake();
  await until(() => panel.isLockedOut);
  assert.equal(localStorage.getItem('pi-panel.token'), null);
  await other.open();
  assert.equal(other.isLockedOut, true);
});

test('after all other links were ended, this page and the other tabs of its browser go on with the new token', async (t) => {
  const { streams, open, until } = server(t, [info('1')]);
  const panel = open();
  await panel.open();
  await until(() => streams.length === 1);
  assert.equal(await panel.endOtherLinks(), null);
  await until(() => streams.at(-1)?.token === 'fresh');
  assert.deepEqual([localStorage.getItem('pi-panel.token'), panel.isLockedOut], ['fresh', false]);
});

test('a notification shows its agent, but does not load the one that is shown already', async (t) => {
  const { open } = server(t, [info('1', 's'), info('2', 'u')]);
  const early = open();
  await early.showTarget({ agent: 'old id', session: 'u' });
  await early.open();
  assert.equal(early.agent?.id, '2', 'also if the page was opened by it');
  const panel = open();
  await panel.open();
  const { agent } = panel;
  panel.workbench.tab = 'files';
  await panel.showTarget({ agent: agent!.id, session: null });
  assert.equal(panel.agent, agent);
  assert.equal(panel.workbench.tab, 'chat');
  await panel.showTarget({ agent: 'old id', session: agent!.id === '1' ? 'u' : 's' });
  assert.notEqual(panel.agent?.id, agent?.id);
});

test('an agent that the user starts is shown, and its draft is not that of the one before', async (t) => {
  const { open } = server(t, [info('1')]);
  const panel = open();
  await panel.open();
  assert.equal(panel.agent?.isChosen, false);
  await panel.start({ session: 's' });
  assert.deepEqual([panel.agent?.id, panel.agent?.isChosen], ['new s', true]);
});

test('the first message of each agent that was started is kept until pi has it, and none of an agent without one', async (t) => {
  const { open } = server(t, [info('1')]);
  const panel = open();
  await panel.open();
  await panel.start({ session: 's', prompt: 'Fix it' });
  await panel.start({ session: 'u', prompt: 'Test it' });
  await panel.start({ session: 'w' });
  assert.deepEqual(panel.firstMessages, { 'new s': 'Fix it', 'new u': 'Test it' });
});

test('the end of a run counts as seen only on a page that the user can see', async (t) => {
  const { streams, open, until } = server(t, [info('1')]);
  const panel = open();
  await panel.open();
  await until(() => streams.length === 1);
  const row = { id: '1', session: null, state: 'finished', endedAt: 5 } as unknown as OverviewAgent;
  streams[0]!.send('overview', '', { agents: [row], isAll: true, revision: 1 });
  await until(() => panel.overview.isKnown);
  page.hidden = true;
  panel.markSeen();
  assert.equal(panel.overview.stateOf(row), 'finished');
  page.hidden = false;
  panel.markSeen();
  assert.equal(panel.overview.stateOf(row), 'idle');
});

test('a page of an older build is known to be outdated', async (t) => {
  const { streams, open, until } = server(t, [info('1')]);
  const panel = open();
  await panel.open();
  await until(() => streams.length === 1);
  streams[0]!.send('snapshot', '1.1', snapshot('1', 's', '1'));
  await until(() => panel.agent?.view != null);
  assert.equal(panel.isOutdated, false);
  streams[0]!.send('snapshot', '1.5', snapshot('1', 's', '2'));
  await until(() => panel.isOutdated);
});
