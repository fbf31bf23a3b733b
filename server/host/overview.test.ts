import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import type { OverviewFrame } from '../../shared/overview.ts';
import { emptyView, type View } from '../../shared/view/view.ts';
import type { Queued } from '../../shared/view/queue.ts';
import type { ToolRun } from '../../shared/view/conversation.ts';
import type { Follower } from '../agent/feed/fan-out.ts';
import { makeRepository, WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { Overview } from './overview.ts';

const idle: View = { ...emptyView('/home/me/project'), ready: true };
const working: View = { ...idle, run: { startedAt: 1 } };

/** An agent of the list. */
interface Listed {
  id: string;
  workspace: string;
  view: View;
  feed: { isFollowed: boolean };
}

function setUp(t: TestContext, count = 2) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1000 });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const overview = new Overview();
  t.after(() => overview.close());
  const agents = [...'abcdefghij'].slice(0, count).map((id) => ({
    id,
    workspace: `/${id}`,
    view: idle,
    feed: { isFollowed: false },
  }));
  for (const agent of agents) overview.onStart(agent);
  const pass = (ms: number): void => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  return { overview, agents: agents as [Listed, Listed], first: agents[0]!, pass };
}

function read(reader: Follower): OverviewFrame | null {
  const bytes = reader.takeUnsent();
  if (!bytes) return null;
  const [, data] = /^event: overview\ndata: (.*)\n\n$/.exec(bytes.toString()) ?? [];
  return JSON.parse(data ?? 'null') as OverviewFrame;
}

test('a page first gets all agents, and then only those that changed', (t) => {
  const { overview, first, pass } = setUp(t);
  const reader = overview.follow();
  assert.deepEqual(
    read(reader)?.agents.map(({ id, state, since }) => [id, state, since]),
    [
      ['a', 'idle', 1000],
      ['b', 'idle', 1000],
    ],
  );
  assert.equal(read(reader), null);
  let calls = 0;
  reader.onReady = () => (calls += 1);
  first.view = working;
  overview.onEvent(first, { type: 'agent_start' });
  pass(100);
  assert.equal(calls, 1);
  const { agents } = read(reader)!;
  assert.deepEqual(
    agents.map(({ id, state, since, line }) => [id, state, since, line]),
    [['a', 'working', 1100, 'Thinking']],
  );
});

test('in the compact form, only what changed of an agent is sent, for all agents together', (t) => {
  const { overview, agents, pass } = setUp(t);
  const [first, second] = agents;
  const reader = overview.follow({ isCompact: true });
  assert.equal(read(reader)?.agents.length, 2);
  first.view = working;
  overview.onEvent(first, { type: 'agent_start' });
  pass(100);
  const { agents: whole, changes } = read(reader)!;
  assert.deepEqual([whole, changes], [[], [{ id: 'a', state: 'working', line: 'Thinking', since: 1100 }]]);
  second.view = working;
  overview.onEvent(second, { type: 'agent_start' });
  pass(100);
  read(reader);
  // Their lines change at different times.
  for (const agent of [first, second]) {
    agent.view = { ...working, compaction: { reason: 'threshold', startedAt: 1 } };
    overview.onEvent(agent, { type: 'compaction_start' });
    pass(300);
  }
  pass(2000);
  const line = 'Compacting the conversation';
  assert.deepEqual(read(reader)?.changes, [
    { id: 'a', line },
    { id: 'b', line },
  ]);
  assert.equal(read(reader), null);
});

test('the lines of ten agents cost less than 2 % of the bytes of their conversations', (t) => {
  const { overview, agents, pass } = setUp(t, 10);
  const reader = overview.follow({ isCompact: true });
  read(reader);
  let bytes = 0;
  reader.onReady = () => (bytes += reader.takeUnsent()?.length ?? 0);
  for (const agent of agents) overview.onEvent(agent, { type: 'agent_start' });
  for (let second = 0; second < 60; second++) {
    for (const agent of agents) {
      const args = { command: `npm test -- ${second}` };
      const run: ToolRun = {
        id: 'call',
        name: 'bash',
        args,
        state: 'running',
        output: { bytes: 0, tail: '' },
      };
      agent.view = { ...working, toolRuns: { call: run } };
      overview.onEvent(agent, { type: 'tool_execution_start' });
      pass(50);
    }
    pass(500);
  }
  // Such a conversation has 1.6 kB a second (measured at 100 tokens a second).
  const conversations = 10 * 60 * 1600;
  assert.ok(bytes > 0 && bytes < 0.02 * conversations, `${bytes} of ${conversations} bytes`);
});

test('a field that an agent no longer has is gone in the compact form as well', (t) => {
  const { overview, agents, pass } = setUp(t);
  const [first] = agents;
  overview.onStart(first, { isInterrupted: true, endedAt: null });
  const reader = overview.follow({ isCompact: true });
  assert.equal(read(reader)?.agents[0]?.isInterrupted, true);
  first.view = working;
  overview.onEvent(first, { type: 'agent_start' });
  pass(100);
  const { agents: whole, changes } = read(reader)!;
  assert.deepEqual([whole[0]?.id, whole[0]?.isInterrupted, changes], ['a', undefined, undefined]);
});

test('a page that connects while a change is waiting to be sent gets the current state', (t) => {
  const { overview, first, pass } = setUp(t);
  const earlier = overview.follow();
  read(earlier);
  first.view = working;
  overview.onEvent(first, { type: 'agent_start' });
  const states = (reader: Follower): unknown => read(reader)?.agents.map(({ id, state }) => [id, state]);
  assert.deepEqual(states(overview.follow()), [
    ['a', 'working'],
    ['b', 'idle'],
  ]);
  assert.equal(overview.statuses[0]?.state, 'working');
  assert.deepEqual(states(earlier), [['a', 'working']]);
  pass(2000);
  assert.equal(read(earlier), null, 'and it is not sent a second time');
});

test('while an agent streams, its row is sent at most every two seconds, and not at all unless it changes', (t) => {
  const { overview, first, pass } = setUp(t);
  const reader = overview.follow();
  first.view = working;
  overview.onEvent(first, { type: 'agent_start' });
  pass(100);
  read(reader);
  let rows = 0;
  reader.onReady = () => (rows += read(reader)!.agents.length);
  for (let n = 0; n < 1200; n++) {
    if (n === 600) first.view = { ...working, compaction: { reason: 'threshold', startedAt: 1 } };
    overview.onEvent(first, { type: 'message_update' });
    pass(33);
  }
  assert.equal(rows, 1);
});

test('a run that ends while no page follows the agent is unread until one does', (t) => {
  const { overview, first, pass } = setUp(t);
  const reader = overview.follow();
  read(reader);
  const state = (): unknown => read(reader)?.agents.map((row) => [row.state, row.unread])[0];
  const run = (): void => {
    first.view = working;
    overview.onEvent(first, { type: 'agent_start' });
    first.view = idle;
    overview.onEvent(first, { type: 'agent_settled' });
    pass(100);
  };
  run();
  assert.deepEqual(state(), ['finished', 1]);
  run();
  assert.deepEqual(state(), ['finished', 2]);
  first.feed.isFollowed = true;
  overview.onSeen('a');
  pass(0);
  assert.deepEqual(state(), ['idle', 0]);
  run();
  assert.deepEqual(state(), ['idle', 0], 'a page was looking');
});

test('an agent that ended is gone from the list, also for a page that comes later', (t) => {
  const { overview } = setUp(t);
  const reader = overview.follow();
  read(reader);
  overview.onEnd('a');
  const frame = read(reader);
  assert.deepEqual([frame?.agents, frame?.gone, frame?.isAll], [[], ['a'], undefined]);
  assert.deepEqual(
    read(overview.follow())?.agents.map(({ id }) => id),
    ['b'],
  );
  reader.close();
  overview.onEnd('b');
  assert.equal(read(reader), null);
});

test('a row has its question only if that can be answered in the list', (t) => {
  const { overview, first, pass } = setUp(t);
  const reader = overview.follow();
  read(reader);
  const dialog = {
    type: 'extension_ui_request',
    id: 'd',
    method: 'confirm',
    title: 'Delete it?',
    openedAt: 0,
  } as const;
  const shown = (dialogs: View['dialogs']): unknown => {
    first.view = { ...working, dialogs };
    overview.onEvent(first, { type: 'extension_ui_request' });
    pass(2000);
    return read(reader)?.agents[0]?.dialog;
  };
  assert.deepEqual(shown([dialog]), dialog);
  assert.equal(shown([{ ...dialog, title: 'x'.repeat(5000) }]), null);
});

test('an agent that came back is interrupted until its next run', (t) => {
  const { overview, first, pass } = setUp(t);
  overview.onStart(first, { isInterrupted: true, endedAt: null });
  const reader = overview.follow();
  const isInterrupted = (): unknown => read(reader)?.agents.find(({ id }) => id === 'a')?.isInterrupted;
  assert.equal(isInterrupted(), true);
  first.view = working;
  overview.onEvent(first, { type: 'agent_start' });
  pass(100);
  assert.equal(isInterrupted(), undefined);
});

test('an agent that came back has ended when it did before, until it is on another session', (t) => {
  const { overview, first, pass } = setUp(t);
  first.view = { ...idle, session: { id: 's' } };
  overview.onStart(first, { isInterrupted: false, endedAt: 7 });
  const reader = overview.follow();
  const endedAt = (): unknown => read(reader)?.agents.find(({ id }) => id === 'a')?.endedAt;
  assert.equal(endedAt(), 7);
  first.view = { ...idle, session: { id: 'other' } };
  overview.onEvent(first, { type: 'panel_state' });
  pass(2000);
  assert.equal(endedAt(), null);
});

test('an agent whose first message is back in the composer is named after it', (t) => {
  const { overview, first } = setUp(t);
  const message: Queued = { id: 'm', text: 'Fix the tests', state: 'failed' };
  first.view = { ...idle, session: { id: 's' }, queue: { ...idle.queue, returned: [message] } };
  overview.onStart(first);
  assert.equal(read(overview.follow())?.agents[0]?.session?.firstMessage, 'Fix the tests');
});

test('an agent is not named after a message that came back from another session', (t) => {
  const { overview, first } = setUp(t);
  const session = { id: 'other', title: 'Old work' };
  const message: Queued = { id: 'm', text: 'Fix the tests', state: 'held', session };
  first.view = { ...idle, session: { id: 's' }, queue: { ...idle.queue, returned: [message] } };
  overview.onStart(first);
  assert.equal(read(overview.follow())?.agents[0]?.session?.firstMessage, undefined);
});

test('an agent whose pi ends in the middle of a run has failed, and is then interrupted, not finished', (t) => {
  const { overview, first, pass } = setUp(t);
  const reader = overview.follow();
  const row = (): unknown => {
    pass(100);
    const { state, endedAt, isInterrupted } = read(reader)!.agents.find(({ id }) => id === 'a')!;
    return { state, endedAt, isInterrupted };
  };
  const exit = { code: null, signal: 'SIGKILL', reason: 'It was killed.', stderr: '' };
  const die = (): unknown => {
    first.view = { ...idle, exit };
    overview.onEvent(first, { type: 'panel_exit' });
    return row();
  };
  const restart = (): unknown => {
    first.view = idle;
    overview.onEvent(first, { type: 'panel_stats' });
    return row();
  };
  const failed = { state: 'failed', endedAt: null, isInterrupted: undefined };
  assert.deepEqual(die(), failed);
  assert.deepEqual(restart(), { ...failed, state: 'idle' }, 'nothing was running');
  first.view = working;
  overview.onEvent(first, { type: 'agent_start' });
  assert.deepEqual(die(), failed);
  assert.equal(overview.lastRun('a').isInterrupted, true);
  assert.deepEqual(restart(), { state: 'idle', endedAt: null, isInterrupted: true });
  first.view = working;
  overview.onEvent(first, { type: 'agent_start' });
  assert.deepEqual(row(), { ...failed, state: 'working' });
});

test('an interruption belongs to its session: another session is not interrupted, and a return shows it again', (t) => {
  const { overview, first, pass } = setUp(t);
  const reader = overview.follow();
  const show = (view: View, type: 'panel_state' | 'agent_start' | 'panel_exit'): unknown => {
    first.view = view;
    overview.onEvent(first, { type });
    pass(2000);
    read(reader);
    return overview.lastRun('a').isInterrupted;
  };
  const exit = { code: null, signal: 'SIGKILL', reason: 'It was killed.', stderr: '' };
  const on = (id: string, view = idle): View => ({ ...view, session: { id } });
  show(on('s', working), 'agent_start');
  assert.equal(show({ ...on('s'), exit }, 'panel_exit'), true);
  assert.equal(show(on('s'), 'panel_state'), true);
  assert.equal(show(on('other'), 'panel_state'), false);
  show(on('other', working), 'agent_start');
  assert.equal(show(on('s'), 'panel_state'), true, 'the run of the other session did not continue this one');
  show(on('s', working), 'agent_start');
  assert.equal(show(on('s'), 'panel_state'), false);
});

test('an interruption stays when the restarted pi begins its session again under another id', (t) => {
  const { overview, first } = setUp(t);
  const exit = { code: null, signal: 'SIGKILL', reason: 'It was killed.', stderr: '' };
  first.view = { ...working, session: { id: 's' } };
  overview.onEvent(first, { type: 'agent_start' });
  first.view = { ...idle, session: { id: 's' }, exit };
  overview.onEvent(first, { type: 'panel_exit' });
  first.view = { ...idle, ready: true, session: { id: 'again' } };
  overview.onEvent(first, { type: 'panel_state' });
  assert.equal(overview.lastRun('a').isInterrupted, true);
});

test('the next question and a new name are sent as soon as another state', (t) => {
  const { overview, first, pass } = setUp(t);
  const reader = overview.follow();
  const dialog = { type: 'extension_ui_request', method: 'confirm', title: 'Sure?', openedAt: 0 } as const;
  const show = (view: View): OverviewFrame | null => {
    first.view = view;
    overview.onEvent(first, { type: 'extension_ui_request' });
    pass(100);
    return read(reader);
  };
  show({ ...working, dialogs: [{ ...dialog, id: 'one' }] });
  assert.equal(show({ ...working, dialogs: [{ ...dialog, id: 'two' }] })?.agents[0]?.dialog?.id, 'two');
  show(idle);
  assert.equal(show({ ...idle, session: { id: 's', name: 'Fix it' } })?.agents[0]?.session?.name, 'Fix it');
});

test(
  'a folder that is deleted is said on the row, which keeps its worktree',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { top, addWorktree } = await makeRepository(t);
    const overview = new Overview();
    t.after(() => overview.close());
    const folder = addWorktree('new');
    const agent = { id: 'a', workspace: folder, view: idle, feed: { isFollowed: false } };
    overview.onStart(agent);
    const rowOf = () => read(overview.follow())?.agents[0];
    await overview.findPlace(agent);
    const git = { branch: 'new', repository: top, worktree: folder };
    assert.deepEqual([rowOf()?.isFolderGone, rowOf()?.git], [undefined, git]);
    await rm(folder, { recursive: true });
    await overview.findPlace(agent);
    assert.deepEqual([rowOf()?.isFolderGone, rowOf()?.git], [true, git]);
  },
);
