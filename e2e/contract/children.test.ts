// Sub-agents of real packages, unmodified from npm, on the panel's own pi: what they are doing, what they said, and what
// they have used.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test as nodeTest } from 'node:test';
import type { Child } from '../../shared/children/child.ts';
import { childrenIn } from '../../shared/children/read-children.ts';
import { TESTED_PI } from '../../shared/pi/abilities.ts';
import type { View } from '../../shared/view/view.ts';
import type { ChildConversation } from '../../shared/stored-sessions.ts';
import type { Usage, UsageRow } from '../../shared/usage.ts';
import { textOf } from '../../server/demo/chat.ts';
import { packageFile } from '../../scripts/pi-packages.ts';
import { calls, modelsJson, says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';

const childrenOf = ({ toolRuns }: View): Child[] =>
  Object.values(toolRuns).flatMap(({ details, state }) => childrenIn(details, state));

/** Calls a tool that starts agents, and returns them as they were during the run and at its end. */
async function startAgents(
  panel: Lab,
  tool: string,
  args: object,
): Promise<{ seen: Child[]; ended: Child[] }> {
  const { agentDir } = panel.folders;
  await writeFile(path.join(agentDir, 'models.json'), modelsJson(panel.model.url));
  await mkdir(path.join(agentDir, 'agents'), { recursive: true });
  const scout = '---\nname: scout\ndescription: Looks\ntools: read\n---\nYou look.\n';
  await writeFile(path.join(agentDir, 'agents', 'scout.md'), scout);
  panel.model.queue([calls(tool, args)]);
  await panel.command({ type: 'prompt', message: 'Go' });
  const seen = childrenOf(await panel.until('an agent is shown', (view) => childrenOf(view).length > 0));
  await panel.settled(3);
  return { seen, ended: childrenOf(panel.view) };
}

const extension = packageFile('pi-subagents', 'index.ts');
if (extension)
  onEveryPi({ piOptions: ['-e', extension], versions: [TESTED_PI] }, ({ test }) => {
    test('pi-subagents: an agent is read live, and ends with what it said and used', async (panel) => {
      const args = { agent: 'scout', task: 'Look around', async: false };
      const { seen, ended } = await startAgents(panel, 'subagent', args);
      assert.deepEqual([seen[0]?.name, seen[0]?.state], ['scout', 'running']);
      assert.deepEqual(
        ended.map(({ task, state, turns, model }) => [task, state, turns, model]),
        [['Look around', 'ok', 1, 'demo/demo-tour']],
      );
      for (const { tokens, last } of ended) {
        assert.ok((tokens ?? 0) > 100, String(tokens));
        assert.match(last, /echo: /);
      }
      // Their usage is part of the session's own sum, once: pi counts what the result of the tool tells.
      const used = ended.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
      const { id } = panel.view.session!;
      const { rows } = await panel.getJson<Usage>(`usage?session=${id}`);
      const sumOf = (of: UsageRow[]): number =>
        of.reduce((sum, row) => sum + row.input + row.output + row.cacheRead + row.cacheWrite, 0);
      assert.equal(sumOf(rows.filter(({ source }) => source === 'child')), used);
      await panel.until('it counts', ({ stats }) => stats?.tokens.total === sumOf(rows));
    });
  });

if (extension)
  onEveryPi({ piOptions: ['-e', extension], versions: [TESTED_PI] }, ({ test }) => {
    const ask = { reason: 'need_decision', message: 'Left or right?' };
    const asking = [calls('contact_supervisor', ask), says('Three is done.')];

    /** Starts them, and answers the one that asks. Returns the children at the end. */
    async function answerOne(panel: Lab, args: object): Promise<View['children']> {
      const { agentDir } = panel.folders;
      await writeFile(path.join(agentDir, 'models.json'), modelsJson(panel.model.url));
      await mkdir(path.join(agentDir, 'agents'), { recursive: true });
      const scout = '---\nname: scout\ndescription: Looks\ntools: read, bash\n---\nYou look.\n';
      await writeFile(path.join(agentDir, 'agents', 'scout.md'), scout);
      panel.model.queue([calls('subagent', args)], 'Go');
      await panel.command({ type: 'prompt', message: 'Go' });
      const { dialogs, children } = await panel.until('the user is asked', (view) => view.dialogs.length > 0);
      assert.equal(dialogs[0]!.title, 'scout asks: Left or right?');
      assert.deepEqual(
        children.flatMap(({ question, state }) => (question === undefined ? [] : [[question, state]])),
        [['Left or right?', 'running']],
      );
      await panel.answerDialog(dialogs[0]!.id, { value: 'Left.' });
      const ended = await panel.until('it has ended', (view) =>
        view.children.some(({ state, turns }) => state === 'ok' && turns === 2),
      );
      assert.deepEqual(ended.dialogs, []);
      const heard = panel.model.requests.some(({ messages }) =>
        messages.some((one) => textOf(one) === '**Reply from supervisor:**\nLeft.'),
      );
      assert.ok(heard, 'the answer reached the sub-agent');
      return ended.children;
    }

    const promptOf = (answers: object[]): string => `Look [[script]]${JSON.stringify(answers)}[[end]]`;

    test('pi-subagents: what one of several asks is a dialog, whose answer it gets', async (panel) => {
      const tasks = [promptOf(asking), promptOf([{ steps: [{ text: 'Done.' }] }])];
      const runs = tasks.map((task, n) => ({ key: `k${n}`, agent: 'scout', task, async: false }));
      const workflowScript = `await runs.all(${JSON.stringify(runs)}); return 'All have ended.';`;
      await answerOne(panel, { workflowScript });
    });

    test('pi-subagents: one that asks goes on without its call, until its own end, and counts', async (panel) => {
      const [child] = await answerOne(panel, { agent: 'scout', task: promptOf(asking), async: false });
      assert.match(child!.last, /Three is done\./);
      await panel.until('it counts', ({ stats }) => stats?.panel_children?.tokens === child!.tokens);
    });
  });

const tintinweb = packageFile('@tintinweb/pi-subagents', 'src/index.ts');
if (tintinweb)
  onEveryPi({ piOptions: ['-e', tintinweb], versions: [TESTED_PI] }, ({ test }) => {
    test('@tintinweb/pi-subagents: an agent is read live, and ends with its turns and tokens', async (panel) => {
      const args = { subagent_type: 'Explore', prompt: 'Look around', description: 'Look' };
      const { seen, ended } = await startAgents(panel, 'Agent', args);
      assert.deepEqual([seen[0]?.name, seen[0]?.task], ['Explore', 'Look']);
      assert.deepEqual(
        ended.map(({ state, turns }) => [state, turns]),
        [['ok', 1]],
      );
      assert.ok((ended[0]?.tokens ?? 0) > 100);
    });

    test('@tintinweb/pi-subagents: an agent in the background reports its end in a message', async (panel) => {
      const args = { subagent_type: 'Explore', prompt: 'Look', description: 'Look', run_in_background: true };
      panel.model.queue([calls('Agent', args), says('Started.')]);
      await panel.command({ type: 'prompt', message: 'Go' });
      const { toolRuns } = await panel.until('it has started', (view) =>
        childrenOf(view).some(({ id }) => id !== undefined),
      );
      const [started] = childrenOf({ toolRuns } as View);
      const reportOf = ({ entries }: View): Child | undefined =>
        entries
          .flatMap(({ message }) => (message.role === 'custom' ? childrenIn(message.details, 'ok') : []))
          .find(({ id }) => id === started?.id);
      const view = await panel.until('it has reported', reportOf);
      assert.equal(reportOf(view)?.state, 'ok');
    });

    test('@tintinweb/pi-subagents: of five agents one fails, one is steered and one stopped; each can be read, and all count', async (panel) => {
      await writeFile(path.join(panel.folders.agentDir, 'models.json'), modelsJson(panel.model.url));
      const wait = { tool: 'bash', args: { command: 'sleep 300' } };
      const prompts = [
        [{ steps: [{ tool: 'bash', args: { command: 'echo found it' } }] }, says('One is done.')],
        [{ status: 400, body: { error: { message: 'no such model' } } }],
        [
          { steps: [{ tool: 'bash', args: { command: 'until [ -e go ]; do sleep 0.1; done' } }] },
          says('Three is done.'),
        ],
        [{ steps: [wait] }],
        [says('Five is done.')],
      ].map((answers, n) => `Task ${n + 1} [[script]]${JSON.stringify(answers)}[[end]]`);
      const steps = prompts.map((prompt, n) => ({
        tool: 'Agent',
        args: {
          ...{ subagent_type: 'general-purpose', prompt, description: `Task ${n + 1}` },
          run_in_background: n !== 4,
        },
      }));
      panel.model.queue([{ steps }, says('Started.')]);
      await panel.command({ type: 'prompt', message: 'Go' });
      const states = ({ children }: View): string => children.map(({ state }) => state).join(' ');
      const { children } = await panel.until(
        'two of them work on and the others have ended',
        (view) => states(view) === 'ok failed running running ok' && view.children[3]!.turns === 1,
      );
      assert.deepEqual(
        children.map(({ acts }) => acts.length),
        [0, 0, 2, 2, 0],
      );
      const [one, , third, fourth] = children.map(({ id }) => id);
      const { messages } = await panel.getJson<ChildConversation>(`agents/${panel.agent}/children/${one}`);
      assert.match(JSON.stringify(messages), /found it.*One is done\./s);
      await panel.command({ type: 'panel_child', child: third!, act: 'steer', text: 'And quickly' });
      await writeFile(path.join(panel.folders.workspace, 'go'), '');
      await panel.command({ type: 'panel_child', child: fourth!, act: 'stop' });
      const ended = await panel.until(
        'all have ended',
        (view) => states(view) === 'ok failed ok aborted ok' && !view.run,
      );
      assert.ok(
        panel.model.requests.some((request) =>
          request.messages.some((message) => textOf(message) === 'And quickly'),
        ),
        'the message reached the agent',
      );
      const used = ended.children.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
      await panel.until('it counts', ({ stats }) => stats?.panel_children?.tokens === used);
      const { rows } = await panel.getJson<Usage>(`usage?session=${ended.session!.id}`);
      assert.equal(
        rows
          .filter(({ source }) => source === 'child')
          .reduce((sum, { input, output }) => sum + input + output, 0),
        used,
      );
      const { status } = await panel.tryCommand({
        type: 'panel_child',
        child: fourth!,
        act: 'steer',
        text: 'No',
      });
      assert.equal(status, 502);
    });
  });

if (!extension || !tintinweb)
  nodeTest(
    'packages with sub-agents',
    { skip: '`node scripts/pi-packages.ts` fetches them' },
    () => undefined,
  );
