// The agents of one host with the real pi and the scripted model: which options and sessions they start with.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import type { OverviewAgent, OverviewFrame } from '../../shared/overview.ts';
import type { View } from '../../shared/view/view.ts';
import type { Agent } from '../agent/agent.ts';
import type { Host } from './host.ts';
import { sendFirstPrompt } from './first-prompt.ts';
import { demoHost, usePiHome } from './fixtures/demo-host.ts';
import { testPi } from './fixtures/test-pi.ts';

let folder: string;

before(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-host-')));
  await mkdir(path.join(folder, 'project'));
  usePiHome(folder);
});

after(() => rm(folder, { recursive: true, force: true }));

async function startHost(t: TestContext, piOptions: string[] = []): Promise<Host> {
  const host = demoHost({
    workspace: path.join(folder, 'project'),
    program: await testPi(),
    piOptions,
  });
  t.after(() => host.close());
  return host;
}

/** Resolves as soon as the agent's view is like this. */
async function until(agent: Agent, isTrue: (view: View) => unknown): Promise<View> {
  const follower = agent.feed.follow();
  const { promise, resolve } = Promise.withResolvers<void>();
  follower.onReady = () => {
    follower.takeUnsent();
    if (isTrue(agent.view)) resolve();
  };
  follower.onReady();
  await promise;
  follower.close();
  return agent.view;
}

const isReady = ({ ready, exit, stats }: View): unknown => (ready && stats) || exit;

async function converse(agent: Agent, message: string): Promise<void> {
  await until(agent, isReady);
  const text = `${message} [[script]] [{"steps":[{"text":"Heard."}]}]`;
  await agent.commands.run({ type: 'prompt', message: text });
  await until(agent, ({ run, entries }) => !run && entries.at(-1)?.message.role === 'assistant');
}

test('a first prompt is sent as soon as pi is ready, and one that pi refuses is returned to the user', async (t) => {
  const host = await startHost(t);
  const { agent } = await host.starter.open({});
  await sendFirstPrompt(agent, { prompt: 'hello [[script]] [{"steps":[{"text":"Heard."}]}]' });
  await until(agent, ({ run, entries }) => !run && entries.at(-1)?.message.role === 'assistant');
  await sendFirstPrompt(agent, { model: { provider: 'none', id: 'none' }, prompt: 'not sent' });
  const { entries, queue } = await until(agent, (view) => view.queue.returned.length > 0);
  assert.deepEqual([entries.length, queue.returned.map(({ text }) => text)], [2, ['not sent']]);
});

test('options that choose or name a session count for the first start only, others for every start', async (t) => {
  const host = await startHost(t, ['--session-id', 'chosen', '--name', 'given', '--thinking', 'off']);
  const { agent } = await host.starter.open({});
  await converse(agent, 'hello');
  assert.deepEqual([agent.view.session?.id, agent.view.session?.name], ['chosen', 'given']);
  await agent.commands.run({ type: 'set_session_name', name: 'renamed' });
  await agent.lifecycle.restart({});
  await until(agent, isReady);
  assert.equal(agent.view.exit, null);
  assert.deepEqual([agent.view.session?.id, agent.view.session?.name], ['chosen', 'renamed']);
  await agent.commands.run({ type: 'new_session' });
  await converse(agent, 'another session');
  const { id } = agent.view.session!;
  await agent.lifecycle.restart({});
  await until(agent, isReady);
  assert.equal(agent.view.session?.id, id);
  assert.equal(agent.view.entries.length, 2);

  const { agent: second } = await host.starter.open({});
  await until(second, isReady);
  assert.equal(second.view.exit, null);
  assert.equal(second.view.session?.name, undefined);
});

test('a session file among the options is shown before pi has loaded it, and a second agent starts afresh', async (t) => {
  const before = await startHost(t);
  const { agent: old } = await before.starter.open({});
  await converse(old, 'hello');
  const file = old.session.path!;
  await before.close();

  const host = await startHost(t, ['--session', path.relative(path.join(folder, 'project'), file)]);
  await host.starter.openFirst();
  const agent = host.registry.all()[0]!;
  const early = await until(agent, ({ entries }) => entries.length > 0);
  assert.equal(early.ready, false);
  assert.equal(early.session?.id, old.view.session!.id);
  await until(agent, isReady);
  assert.deepEqual([agent.view.exit, agent.view.entries.length, agent.view.notices], [null, 2, []]);
  const { agent: second } = await host.starter.open({});
  await until(second, isReady);
  assert.equal(second.view.entries.length, 0);
});

test('a session whose agent was ended counts as continued once another agent switches to it', async (t) => {
  const host = await startHost(t);
  const { agent: first } = await host.starter.open({});
  await converse(first, 'ended');
  const session = first.view.session!.id;
  await host.end(first.id);
  assert.equal(await host.sessions.wasEnded(session), true);
  const { agent } = await host.starter.open({});
  await until(agent, isReady);
  assert.ok((await agent.commands.run({ type: 'switch_session', session })).success);
  assert.equal(await host.sessions.wasEnded(session), false);
});

test('an agent whose pi opens a different session from the one asked for shows the session that pi is on', async (t) => {
  const host = await startHost(t);
  const { agent } = await host.starter.open({});
  await converse(agent, 'the session that pi insists on');
  const insisted = agent.session.path!;
  await agent.commands.run({ type: 'new_session' });
  await converse(agent, 'asked for');
  const asked = agent.view.session!.id;
  await host.end(agent.id);

  // As with `--agent "wrapper"`, when the wrapper adds its own option.
  const { argv, version } = await testPi();
  const wrapper = `const [pi, ...args] = process.argv.slice(1);
    require('node:child_process').spawn(process.execPath, [pi, ...args, '--session', ${JSON.stringify(insisted)}],
      { stdio: 'inherit' }).on('exit', (code) => process.exit(code));`;
  const other = demoHost({
    workspace: path.join(folder, 'project'),
    program: { argv: [process.execPath, '-e', wrapper, '--', ...argv.slice(1)], version },
  });
  t.after(() => other.close());
  const { agent: stubborn } = await other.starter.open({ session: asked });
  const view = await until(stubborn, isReady);
  const [first] = view.entries;
  assert.ok(first?.message.role === 'user');
  assert.match(JSON.stringify(first.message.content), /insists on/);
  assert.equal(stubborn.session.path, insisted);
  assert.match(view.notices[0]?.message ?? '', /a different session/);
});

test('an agent that nobody has used ends when a page comes back to its session', async (t) => {
  const before = await startHost(t);
  const { agent: old } = await before.starter.open({});
  await converse(old, 'hello');
  const session = old.view.session!.id;
  await before.close();

  const host = await startHost(t);
  const { agent: first } = await host.starter.open({});
  const { agent } = await host.starter.open({ session });
  await until(agent, isReady);
  assert.deepEqual(
    host.registry.list().map(({ id }) => id),
    [agent.id],
  );
  assert.equal(host.registry.find(first.id), undefined);
});

test('a first agent that a request has named stays, and so does one that continues a session', async (t) => {
  const before = await startHost(t);
  const { agent: old } = await before.starter.open({});
  await converse(old, 'hello');
  const session = old.view.session!.id;
  await converse((await before.starter.open({})).agent, 'the one to continue');
  await before.close();

  const named = await startHost(t);
  const { agent: first } = await named.starter.open({});
  named.registry.get(first.id);
  await named.starter.open({ session });
  assert.equal(named.registry.list().length, 2);
  await named.close();

  const continuing = await startHost(t, ['--continue']);
  await continuing.starter.open({});
  await continuing.starter.open({ session });
  assert.equal(continuing.registry.list().length, 2);
});

test('the overview lists the agents of all workspaces, and follows their work', async (t) => {
  const host = await startHost(t);
  const other = path.join(folder, 'other');
  await mkdir(other);
  const [{ agent }, { agent: second }] = [
    await host.starter.open({}),
    await host.starter.open({ workspace: other }),
  ];
  await Promise.all([agent, second].map((one) => until(one, isReady)));
  const reader = host.overview.follow();
  const rows = new Map<string, OverviewAgent>();
  const states: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  reader.onReady = () => {
    const data = /^data: (.*)$/m.exec(reader.takeUnsent()?.toString() ?? '')?.[1];
    for (const row of data ? (JSON.parse(data) as OverviewFrame).agents : []) rows.set(row.id, row);
    const { state, line } = rows.get(agent.id)!;
    if (states.at(-1) !== state) states.push(state);
    if (state === 'finished' && line === 'Heard.') resolve();
  };
  reader.onReady();
  assert.deepEqual(
    [...rows.values()].map(({ workspace }) => path.basename(workspace)),
    ['project', 'other'],
  );
  const script = [
    { steps: [{ tool: 'bash', args: { command: 'sleep 0.5' } }] },
    { steps: [{ text: 'Heard.' }] },
  ];
  await agent.commands.run({ type: 'prompt', message: `hello [[script]] ${JSON.stringify(script)}` });
  await promise;
  assert.deepEqual(states.slice(-2), ['working', 'finished']);
  const { unread, session, cost } = rows.get(agent.id)!;
  assert.deepEqual([unread, session?.id, typeof cost], [1, agent.view.session?.id, 'number']);
});
