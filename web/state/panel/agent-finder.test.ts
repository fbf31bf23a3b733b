import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { AgentInfo } from '../../../shared/wire.ts';
import { ApiError, type Api, type RequestOptions } from '../../lib/requests/api.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { AgentFinder, type OnlyAgent } from './agent-finder.ts';

let address: string;

beforeEach(() => {
  provide('localStorage', memoryStorage());
  openTab();
  openAddress('/');
});

function provide(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

function openTab(): void {
  provide('sessionStorage', memoryStorage());
}

function openAddress(url: string): void {
  address = url;
  const { search, pathname } = new URL(url, 'http://localhost');
  provide('location', { search, pathname });
  provide('history', { replaceState: (_state: unknown, _title: string, to: string) => (address = to) });
}

const agent = (id: string, sessionId: string | null = null, workspace = '/w'): AgentInfo =>
  ({ id, workspace, sessionId }) as AgentInfo;

/** A server with these stored sessions; true: the user has ended its agent. */
function serverWith(sessions: Record<string, boolean>) {
  const started: unknown[] = [];
  const json = async (route: string, { body }: RequestOptions = {}): Promise<unknown> => {
    if (route !== 'api/agents') {
      const id = decodeURIComponent(route.split('/').at(-1)!);
      return { isStored: id in sessions, wasEnded: sessions[id] ?? false };
    }
    const { session } = body as { session: string };
    if (!(session in sessions)) throw new ApiError(404, 'unknown_session', 'unknown');
    started.push(body);
    return agent('new', session);
  };
  const finder = (only: OnlyAgent | null = null): AgentFinder =>
    new AgentFinder({ json } as unknown as Api, only);
  return { started, finder };
}

const SHOWN = { agent: 'old', workspace: '/w', session: 's' };

test('after a restart of the server the page shows its session again, in a running agent or a new one', async () => {
  const { started, finder } = serverWith({ s: false });
  finder().remember(SHOWN);
  assert.equal((await finder().find([agent('1', 'other'), agent('2', 's')]))?.id, '2');
  assert.deepEqual(started, []);
  assert.equal((await finder().find([agent('1', 'other')]))?.id, 'new');
  assert.deepEqual(started, [{ session: 's', workspace: '/w' }]);
});

test('an agent that the user has ended is not started again by a reload, nor in a new tab', async () => {
  const { started, finder } = serverWith({ s: false });
  const page = finder();
  page.remember(SHOWN);
  page.onEnded('old');
  for (const tab of ['reloaded', 'new']) {
    if (tab === 'new') openTab();
    assert.equal(await finder().find([]), null);
  }
  assert.deepEqual(started, []);
});

test('an agent that was ended elsewhere, or whose session was never stored, is not started again', async () => {
  const { started, finder } = serverWith({ ended: true });
  for (const session of ['ended', 'never stored']) {
    finder().remember({ ...SHOWN, session });
    assert.equal((await finder().find([agent('1', null, '/other'), agent('2')]))?.id, '2');
  }
  assert.deepEqual(started, []);
});

test('the end of another agent does not keep the shown session from being started', async () => {
  const { started, finder } = serverWith({ s: false });
  const page = finder();
  page.remember(SHOWN);
  page.onEnded('another');
  await page.find([]);
  assert.equal(started.length, 1);
});

test('a tab shows its own agent again, and a new tab the one that was shown last', async () => {
  const { finder } = serverWith({});
  const agents = [agent('1'), agent('2'), agent('3')];
  finder().remember({ ...SHOWN, agent: '2' });
  const first = sessionStorage;
  openTab();
  assert.equal((await finder().find(agents))?.id, '2');
  finder().remember({ ...SHOWN, agent: '3' });
  provide('sessionStorage', first);
  assert.equal((await finder().find(agents))?.id, '2');
});

test('the agent of a notification comes first, once', async () => {
  const { started, finder } = serverWith({ s: false, t: false });
  const page = finder();
  page.remember({ ...SHOWN, agent: '1' });
  page.preferred = { agent: 'gone', session: 't' };
  const agents = [agent('1'), agent('2', 't')];
  assert.equal((await page.find(agents))?.id, '2');
  assert.equal((await page.find(agents))?.id, '1');
  page.preferred = { agent: 'gone', session: 's' };
  assert.equal((await page.find(agents))?.id, 'new');
  assert.deepEqual(started, [{ session: 's' }]);
});

test('a page of one agent shows no other one, and once that was ended the address does not start it', async () => {
  const { started, finder } = serverWith({ s: false });
  openAddress('/?session=s');
  const page = finder({ agent: 'a', session: 's' });
  assert.equal((await page.find([agent('1'), agent('2', 's')]))?.id, '2');
  assert.equal((await page.find([agent('1')]))?.id, 'new');
  page.onEnded('a');
  assert.equal(address, '/');
  assert.equal((await page.find([agent('1')]))?.id, '1');
  assert.equal(started.length, 1);
});

test('the page of a single run that was ended shows nothing else', async () => {
  const { started, finder } = serverWith({ s: false });
  openAddress('/?run&session=s');
  const page = finder({ agent: 'a', session: 's' });
  page.onEnded('a');
  assert.equal(await page.find([agent('1')]), null);
  assert.deepEqual(started, []);
});

test('a server that fails is not one that refuses: the page tries again instead of showing another agent', async () => {
  const json = (): Promise<never> => Promise.reject(new ApiError(0, 'unreachable', 'lost'));
  const page = new AgentFinder({ json } as unknown as Api, null);
  page.remember(SHOWN);
  await assert.rejects(page.find([agent('1')]), { status: 0 });
});
