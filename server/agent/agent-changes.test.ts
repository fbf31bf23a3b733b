import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import { emptyView, type View } from '../../shared/view/view.ts';
import { recordedWorkspace } from '../changes/fixtures/recorded-workspace.ts';
import { AgentChanges, type AgentChangesOptions } from './agent-changes.ts';

type Ask = AgentChangesOptions['bridge']['ask'];

const noExtension: Ask = () =>
  Promise.reject(new Refusal(409, 'no_companion', 'The extension is not loaded.'));

/** The agent has renamed `old` to `new`, and is running or idle. By default its pi has no extension. */
async function setUp(t: TestContext, { isRunning, ask = noExtension }: { isRunning: boolean; ask?: Ask }) {
  const { workspace, changes, place, command } = await recordedWorkspace(t);
  await writeFile(place('old'), 'content\n');
  await command(async () => {});
  await command(() => rename(place('old'), place('new')));
  let view: View = {
    ...emptyView(workspace),
    session: { id: 's' },
    run: isRunning ? { startedAt: 0 } : null,
  };
  const notices: string[] = [];
  let onNotice = (): void => {};
  const agent = new AgentChanges({
    view: () => view,
    emit: (event) => {
      if (event.type !== 'panel_notice') return;
      notices.push(event.message);
      onNotice();
    },
    bridge: { ask },
    changes: () => Promise.resolve(changes),
  });
  const plan = async (): Promise<string> => (await agent.plan({ undo: { session: true } })).plan;
  /** Resolves with the notices, when the queued undo has ended. */
  const becomeIdle = async (): Promise<string[]> => {
    const done = new Promise<void>((resolve) => {
      onNotice = () => void (notices.some((text) => text.startsWith('Undone: ')) && resolve());
    });
    view = { ...view, run: null };
    agent.onEvent({ type: 'agent_settled' });
    await done;
    return notices;
  };
  return { agent, changes, place, plan, becomeIdle };
}

for (const isRunning of [false, true]) {
  const state = isRunning ? 'running' : 'idle';

  test(`a plan that is refused for one half of a renamed file can still be run: the agent is ${state}`, async (t) => {
    const { agent, place, plan, becomeIdle } = await setUp(t, { isRunning });
    const id = await plan();
    await assert.rejects(agent.run(id, ['new']), { status: 400, code: 'bad_body' });
    const { isQueued } = await agent.run(id, ['new', 'old']);
    assert.equal(isQueued, isRunning);
    if (isRunning) await becomeIdle();
    assert.equal(await readFile(place('old'), 'utf8'), 'content\n');
    assert.equal(existsSync(place('new')), false);
    await assert.rejects(agent.run(id, ['new', 'old']), { status: 404, code: 'unknown_plan' });
  });

  test(`a plan that is confirmed twice at once is carried out once: the agent is ${state}`, async (t) => {
    const { agent, changes, place, plan, becomeIdle } = await setUp(t, { isRunning });
    const id = await plan();
    const [first, second] = await Promise.allSettled([agent.run(id, undefined), agent.run(id, undefined)]);
    assert.equal(first.status, 'fulfilled');
    assert.equal(second.status === 'rejected' && (second.reason as Refusal).code, 'unknown_plan');
    if (isRunning) await becomeIdle();
    assert.equal(await readFile(place('old'), 'utf8'), 'content\n');
    assert.equal((await changes.history()).undos.size, 1);
  });
}

test('a plan whose files were written cannot be run again, even if the model could not be told', async (t) => {
  const ask = (): Promise<never> => Promise.reject(new Error('the pipe broke'));
  const { agent, place, plan } = await setUp(t, { isRunning: false, ask });
  const id = await plan();
  await assert.rejects(agent.run(id, undefined), /the pipe broke/);
  assert.equal(await readFile(place('old'), 'utf8'), 'content\n');
  await assert.rejects(agent.run(id, undefined), { status: 404, code: 'unknown_plan' });
});
