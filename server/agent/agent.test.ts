import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { Agent, type AgentOptions } from './agent.ts';
import { fakePiOptions } from './fixtures/fake-pi.ts';

async function startAgent(t: TestContext, options: Partial<AgentOptions> = {}): Promise<Agent> {
  const agent = new Agent(fakePiOptions({ workspace: import.meta.dirname, ...options }));
  t.after(() => agent.close());
  await agent.lifecycle.start();
  return agent;
}

/** Lets pi write these records. */
function write(agent: Agent, ...records: object[]): Promise<unknown> {
  return agent.commands.run({ type: 'prompt', message: JSON.stringify(records) });
}

const bash = { toolCallId: 'c1', toolName: 'bash' };

test('after its start the view has the state and the statistics of pi', async (t) => {
  const agent = await startAgent(t);
  assert.equal(agent.view.ready, true);
  assert.deepEqual(agent.view.session, { id: 'session-1', name: '--mode rpc' });
  assert.equal(agent.view.stats?.cost, 0);
  assert.deepEqual(agent.info, {
    id: 'a1',
    workspace: import.meta.dirname,
    status: 'idle',
    sessionId: 'session-1',
    sessionFile: null,
    sessionName: '--mode rpc',
    model: null,
    version: '0.87.1',
  });
});

test('an event is folded before the agent reports it', async (t) => {
  const seen: [string, boolean][] = [];
  const onEvent = (agent: Agent, { type }: ViewEvent): void =>
    void seen.push([type, agent.view.run !== null]);
  const agent = await startAgent(t, { onEvent });
  seen.length = 0;
  await write(agent, { type: 'agent_start' }, { type: 'agent_settled' });
  assert.deepEqual(seen.slice(0, 2), [
    ['agent_start', true],
    ['agent_settled', false],
  ]);
});

test('a dialog that pi opens can be answered once', async (t) => {
  const agent = await startAgent(t);
  await write(agent, {
    type: 'extension_ui_request',
    id: 'd1',
    method: 'confirm',
    title: 'Sure?',
    message: '',
  });
  assert.equal(agent.view.dialogs.length, 1);
  agent.dialogs.answer('d1', { confirmed: true });
  assert.equal(agent.view.dialogs.length, 0);
  assert.throws(() => agent.dialogs.answer('d1', { confirmed: true }), { code: 'already_answered' });
});

test('when pi dies, the view has the reason, its open runs and dialogs end, and commands are refused', async (t) => {
  const agent = await startAgent(t);
  await write(
    agent,
    { type: 'agent_start' },
    { type: 'tool_execution_start', ...bash, args: { command: 'sleep 9' } },
    { type: 'extension_ui_request', id: 'd1', method: 'confirm', title: 'Sure?', message: '' },
  );
  assert.equal(agent.view.toolRuns.c1?.state, 'running');
  await assert.rejects(agent.commands.run({ type: 'prompt', message: 'exit' }), { code: 'agent_exited' });
  assert.equal(agent.view.exit?.reason, 'The agent ended with exit code 3.');
  assert.equal(agent.view.toolRuns.c1?.state, 'interrupted');
  assert.equal(agent.info.status, 'exited');
  assert.throws(() => agent.dialogs.answer('d1', { confirmed: true }), { code: 'dialog_gone' });
  await assert.rejects(agent.commands.run({ type: 'get_state' }), { status: 409, code: 'agent_exited' });
});

test('a restart starts another pi with the wanted flags and keeps the notices', async (t) => {
  const agent = await startAgent(t);
  agent.emit({ type: 'panel_notice', kind: 'info', message: 'kept', panel_at: 1 });
  await assert.rejects(agent.commands.run({ type: 'prompt', message: 'exit' }));
  await Promise.all([
    agent.lifecycle.restart({ withoutExtensions: true, colors: true }),
    agent.lifecycle.restart({}),
  ]);
  assert.equal(agent.view.exit, null);
  assert.equal(agent.view.session?.name, '--mode rpc --no-extensions');
  assert.equal(agent.view.colors, true);
  assert.deepEqual(
    agent.view.notices.map(({ message }) => message),
    ['kept'],
  );
});

test('a restart with other options during a restart follows it', async (t) => {
  const agent = await startAgent(t);
  const { lifecycle } = agent;
  const hows = [{ withoutExtensions: true }, { colors: true }, {}];
  await Promise.all(hows.map((how) => lifecycle.restart(how)));
  assert.deepEqual([agent.view.colors, agent.view.session?.name], [true, '--mode rpc']);
  await lifecycle.restart({ withoutExtensions: true });
  assert.equal(agent.view.session?.name, '--mode rpc --no-extensions');
});

test('the view says why the extension of the panel cannot be asked', async (t) => {
  assert.match((await startAgent(t)).view.companionProblem ?? '', /--no-companion/);
  const flags = { companion: '/x.ts', withoutExtensions: true };
  assert.match((await startAgent(t, { flags })).view.companionProblem ?? '', /runs without extensions/);
});

test('closing an agent ends pi, and no page is told that pi exited', async (t) => {
  const agent = await startAgent(t);
  const page = agent.feed.follow();
  page.takeUnsent();
  await agent.close();
  assert.equal(agent.view.exit?.code, 0);
  assert.equal(page.takeUnsent(), null, 'a page would offer to restart a pi that ends with the panel');
});
