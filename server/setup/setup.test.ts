// The extra pi that sets things up: when one is started, shared and ended.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { setupProgram } from './fixtures/setup-program.ts';
import { Setup, type SetupAgent } from './setup.ts';

/** Answers with its process id, except to a sign-in, which goes on until it is canceled. */
const PROGRAM = `
  report({ type: 'loaded' });
  let signIn = null;
  commands((command) => {
    const { n, ask } = request(command);
    if (ask === 'sign_in') return void (signIn = { n, command });
    report({ type: 'answer', n, data: process.pid });
    respond(command);
    if (ask !== 'cancel') return;
    report({ type: 'answer', n: signIn.n, error: 'canceled' });
    respond(signIn.command);
  });
`;

async function setUp(t: TestContext, idleMs?: number) {
  const home = await mkdtemp(path.join(tmpdir(), 'pi-panel-test-'));
  const launch = { ...setupProgram(PROGRAM), cwd: home };
  launch.env = { ...launch.env, HOME: home, PI_CODING_AGENT_DIR: home };
  const setup = new Setup({
    extension: 'panel.ts',
    informAgents: () => Promise.resolve([]),
    ...(idleMs !== undefined && { idleMs }),
  });
  t.after(async () => {
    await setup.close();
    await rm(home, { recursive: true, force: true });
  });
  const agentOf = (more: object = {}): SetupAgent => ({
    pi: { launchBeside: () => Promise.resolve({ ...launch, env: { ...launch.env, ...more } }) },
  });
  const agent = agentOf();
  return { setup, agent, agentOf, pidOf: async (of = agent) => Number(await setup.models(of)) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function whenGone(pid: number): Promise<void> {
  while (isAlive(pid)) await wait(10);
}

test('requests of agents that are started in the same way share an extra pi, and of others do not', async (t) => {
  const { pidOf, agentOf } = await setUp(t);
  const [first, second, other] = [
    await pidOf(),
    await pidOf(agentOf()),
    await pidOf(agentOf({ OTHER: '1' })),
  ];
  assert.equal(second, first);
  assert.notEqual(other, first);
});

test('an extra pi that nobody has asked for a while ends, and the next request starts another', async (t) => {
  const { pidOf } = await setUp(t, 20);
  const pid = await pidOf();
  await whenGone(pid);
  assert.notEqual(await pidOf(), pid);
});

test('a sign-in keeps its pi however long it takes, and whatever else changes', async (t) => {
  const { setup, agent, pidOf } = await setUp(t, 50);
  const { id } = await setup.signIn(agent, { provider: 'anthropic', kind: 'oauth' });
  const pid = await pidOf();
  await setup.resources.decideTrust(agent as never, 'always');
  await wait(500);
  assert.equal(isAlive(pid), true);
  await setup.signIns.cancel(id);
  await whenGone(pid);
});

test('what changes for pi ends the extra pis, so that the next one has loaded it', async (t) => {
  const { setup, agent, pidOf } = await setUp(t);
  const pid = await pidOf();
  await setup.resources.decideTrust(agent as never, 'always');
  await whenGone(pid);
  assert.notEqual(await pidOf(), pid);
});

test('closing ends all extra pis', async (t) => {
  const { setup, pidOf, agentOf } = await setUp(t);
  const pids = [await pidOf(), await pidOf(agentOf({ OTHER: '1' }))];
  await setup.close();
  assert.deepEqual(pids.filter(isAlive), []);
});
