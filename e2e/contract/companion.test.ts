// The panel's own extension inside real pi: what it reports and can be asked for, that users never see it, and that
// the panel works without it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolChoice } from '../../shared/companion.ts';
import type { SessionNode, SessionTree } from '../../shared/session-tree.ts';
import type { SlashCommand } from '../../shared/pi/commands.ts';
import { contractPis } from './contract-pis.ts';
import { calls, says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import { openLab, type Lab } from './lab.ts';
import { rowsOf, runsOf, reasonOf } from './summaries.ts';

const EXTENSION = `
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  pi.on('session_start', (_event, ctx) => {
    ctx.ui.onTerminalInput(() => undefined);
    ctx.ui.setStatus('count', 'set at the start');
  });
  command('pastes', (_args, ctx) => ctx.ui.pasteToEditor('a text'));
  command('draws', (_args, ctx) => { ctx.ui.setToolsExpanded(true); ctx.ui.setWorkingMessage(undefined); });
  command('asks', async (_args, ctx) => { ctx.ui.notify('asked ' + (await ctx.ui.confirm('Sure?', ''))); });
  command('waits', async (_args, ctx) => { ctx.ui.notify('waited ' + (await ctx.ui.input('Well?'))); });
  let line;
  command('withdraws', async (args, ctx) => {
    line = new AbortController();
    const { signal } = line;
    if (args === 'at once') line.abort();
    ctx.ui.notify('withdrawn ' + (await ctx.ui.select('Which?', ['this'], { signal })));
  });
  command('hangs-up', async () => line.abort());
  command('marks', async (_args, ctx) => { ctx.ui.setStatus('mark', 'of this session'); });
  command('renews', async (_args, ctx) => { await ctx.newSession(); });
  command('labels', async (args, ctx) => { pi.setLabel(ctx.sessionManager.getLeafId(), args); });
  command('sets', async (args, ctx) => {
    const [model, level] = args.split(' ');
    await pi.setModel(ctx.modelRegistry.find('demo', model));
    if (level) pi.setThinkingLevel(level);
    ctx.ui.notify('set', 'celebration');
  });
  let model;
  command('model-of-next-run', async (args) => { model = args; });
  pi.on('agent_start', async (_event, ctx) => {
    if (!model) return;
    await pi.setModel(ctx.modelRegistry.find('demo', model));
    model = undefined;
  });
  pi.registerTool({
    name: 'asking', label: 'Asking', description: 'asks', parameters: { type: 'object', properties: {} },
    execute: async (_id, _args, _signal, _onUpdate, ctx) => {
      return { content: [{ type: 'text', text: 'said ' + (await ctx.ui.confirm('Go on?', '')) }], details: {} };
    },
  });
  pi.on('tool_call', (event) => {
    if (event.toolName === 'bash' && event.input.command.includes('forbidden')) return { block: true, reason: 'Not that.' };
  });
}`;

/** The first and the last version that it supports, and the two between that differ most. */
const VERSIONS = ['0.79.9', '0.84.4', '0.87.1'];

/** The nodes of the tree that belong to the conversation. */
const said = ({ nodes }: SessionTree): SessionNode[] => nodes.filter(({ kind }) => kind !== 'other');

onEveryPi({ extension: EXTENSION, versions: VERSIONS }, ({ test }) => {
  test(
    'it is ready before the first request to pi, and invisible',
    { inNewSession: false },
    async (panel) => {
      assert.equal(panel.view.companionProblem, null);
      const { commands } = await panel.command<{ commands: SlashCommand[] }>({ type: 'get_commands' });
      assert.deepEqual(
        commands.filter(({ name }) => /panel/.test(name)),
        [],
      );
      await panel.command({ type: 'panel_tools' });
      assert.deepEqual(panel.view.statuses, { count: 'set at the start' });
      assert.deepEqual(rowsOf(panel.view), []);
      assert.ok(panel.events.every((event) => !JSON.stringify(event).includes('statusKey":"pi-panel')));
    },
  );

  test('the cards are expanded as the extension says, and no call needs a terminal', async (panel) => {
    await panel.command({ type: 'prompt', message: '/draws' });
    const { expanded, notices } = await panel.until(
      'it is told',
      (view) => view.expanded.tools?.isExpanded === true,
    );
    assert.equal(expanded.thoughts, undefined);
    assert.deepEqual(
      notices.filter(({ message }) => /asks for/.test(message)),
      [],
    );
    await panel.command({ type: 'prompt', message: '/pastes' });
    const { editorText } = await panel.until('it is pasted', (view) => view.editorText?.isPasted === true);
    assert.equal(editorText?.text, 'a text');
  });

  test('a model that an extension chooses during a run is shown at once, with its thinking level', async (panel) => {
    await panel.command({ type: 'prompt', message: '/model-of-next-run demo-plain' });
    assert.equal(panel.view.model?.id, 'demo-tour');
    await panel.hangingAnswer();
    const { run, thinkingLevel, thinkingLevels } = await panel.until(
      'the model is shown',
      ({ model }) => model?.id === 'demo-plain',
    );
    assert.ok(run);
    assert.deepEqual([thinkingLevel, thinkingLevels.filter((level) => level !== 'off')], ['off', []]);
    await panel.stop();
    await panel.command({ type: 'set_model', provider: 'demo', modelId: 'demo-tour' });
  });

  test('a model and a thinking level that an extension chooses between runs are shown, and a notice of an unknown kind is an ordinary one', async (panel) => {
    await panel.command({ type: 'prompt', message: '/sets demo-plain' });
    await panel.until('the model is shown', ({ model }) => model?.id === 'demo-plain');
    await panel.command({ type: 'prompt', message: '/sets demo-tour high' });
    await panel.until(
      'both are shown',
      ({ model, thinkingLevel }) => model?.id === 'demo-tour' && thinkingLevel === 'high',
    );
    await panel.command({ type: 'prompt', message: '/sets demo-tour low' });
    await panel.until('the level is shown', ({ thinkingLevel }) => thinkingLevel === 'low');
    assert.deepEqual(
      panel.view.notices.filter(({ message }) => message === 'set').map(({ kind }) => kind),
      ['info', 'info', 'info'],
    );
  });

  test('a dialog names the command or tool that opened it, and its extension', async (panel) => {
    const asking = panel.command({ type: 'prompt', message: '/asks me' });
    const { dialogs } = await panel.until('the command asks', (view) => view.dialogs.length === 1);
    assert.deepEqual(
      [dialogs[0]!.by?.extension, dialogs[0]!.by?.command, dialogs[0]!.by?.tool],
      ['extension.ts', 'asks', undefined],
    );
    await panel.answerDialog(dialogs[0]!.id, { confirmed: true });
    await asking;
    panel.model.queue([calls('asking', {}), says('Well.')]);
    await panel.command({ type: 'prompt', message: 'go' });
    const view = await panel.until('the tool asks', (now) => now.dialogs.length === 1);
    assert.deepEqual([view.dialogs[0]!.by?.tool, view.dialogs[0]!.by?.command], ['asking', undefined]);
    await panel.answerDialog(view.dialogs[0]!.id, { confirmed: true });
    await panel.until('it has gone on', ({ entries }) => entries.length === 3);
    await panel.idle();
  });

  test('R-51: a dialog that its extension withdraws closes with a notice and takes no answer; an answered one closes without', async (panel) => {
    const notices = () => panel.view.notices.map(({ message }) => message);
    for (const end of ['answered', 'withdrawn']) {
      const asking = panel.command({ type: 'prompt', message: '/withdraws' });
      const { dialogs } = await panel.until('it asks', (view) => view.dialogs.length === 1);
      const { id } = dialogs[0]!;
      assert.equal(dialogs[0]!.by?.command, 'withdraws');
      if (end === 'answered') assert.equal((await panel.answerDialog(id, { value: 'this' })).status, 204);
      await panel.command({ type: 'prompt', message: '/hangs-up' });
      await asking;
      await panel.until('it is gone', (view) => view.dialogs.length === 0);
      if (end === 'withdrawn') assert.equal((await panel.answerDialog(id, { value: 'this' })).status, 410);
    }
    // Withdrawn before it was shown: no notice, and no effect on the next dialog.
    await panel.command({ type: 'prompt', message: '/withdraws at once' });
    assert.deepEqual(
      notices().filter((message) => /withdr/.test(message)),
      [
        'withdrawn this',
        'extension.ts withdrew “Which?”: pi continued without an answer.',
        'withdrawn undefined',
        'withdrawn undefined',
      ],
    );
  });

  test('a blocked tool is distinguished from a failed one, even when the session is read later', async (panel) => {
    panel.model.queue([
      calls('bash', { command: 'echo forbidden' }),
      calls('bash', { command: 'exit 3' }),
      says('As you like.'),
    ]);
    await panel.command({ type: 'prompt', message: 'go' });
    const runs = runsOf(await panel.settled(4));
    assert.deepEqual(
      runs.map(({ state }) => state),
      ['blocked', 'failed'],
    );
    assert.equal(runs[0]?.output.tail, 'Not that.');
    assert.ok(panel.model.requests.every((request) => !JSON.stringify(request.messages).includes('blocked')));
    await panel.restart();
    assert.deepEqual(
      runsOf(panel.view).map(({ state, args }) => [args.command, state]),
      [
        ['echo forbidden', 'blocked'],
        ['exit 3', 'failed'],
      ],
    );
    assert.equal(panel.view.entries.length, 4);
  });

  test('the summary of an abandoned branch follows its instructions and appears in the conversation', async (panel) => {
    for (const word of ['one', 'two']) await panel.converse(`Say ${word}`, `Answer ${word}.`);
    const nodes = said(await panel.command<SessionTree>({ type: 'panel_tree' }));
    panel.model.queue([says('What two was about.')]);
    const { text } = await panel.command<{ text?: string }>({
      type: 'panel_navigate',
      entryId: nodes[2]!.id,
      summarize: true,
      instructions: 'Keep the colors only',
    });
    assert.equal(text, 'Say two');
    assert.match(JSON.stringify(panel.model.requests.at(-1)), /Keep the colors only/);
    assert.deepEqual(rowsOf(panel.view), ['You: Say one', 'Assistant: Answer one.', 'branchSummary']);
    const summary = panel.view.entries[2]!.message;
    assert.match(summary.role === 'branchSummary' ? summary.summary : '', /What two was about\./);
    panel.model.queue([says('Answer three.')]);
    await panel.command({ type: 'prompt', message: 'Say three' });
    await panel.until('it is answered', ({ entries }) => entries.length === 5);
    assert.match(JSON.stringify(panel.model.requests.at(-1)), /What two was about\./);
    await panel.idle();
  });

  test('the conversation can continue from any point of the tree, and labels show in both', async (panel) => {
    for (const word of ['one', 'two']) await panel.converse(`Say ${word}`, `Answer ${word}.`);
    const before = await panel.command<SessionTree>({ type: 'panel_tree' });
    const nodes = said(before);
    assert.deepEqual(
      nodes.map(({ kind, text }) => `${kind} ${text}`),
      ['user Say one', 'assistant Answer one.', 'user Say two', 'assistant Answer two.'],
    );
    assert.equal(before.leafId, nodes[3]!.id);
    const [, first, second] = nodes;

    await panel.command({ type: 'panel_label', entryId: first!.id, label: 'good' });
    await panel.until('the row has it', ({ entries }) => entries[1]?.label === 'good');
    const gone = await panel.command<{ text?: string }>({
      type: 'panel_navigate',
      entryId: second!.id,
      summarize: false,
    });
    assert.equal(gone.text, 'Say two');
    const shown = await panel.until('the rows after it are gone', ({ entries }) => entries.length === 2);
    assert.deepEqual(rowsOf(shown), ['You: Say one', 'Assistant: Answer one.']);
    assert.equal((await panel.snapshot()).entries[1]?.label, 'good');

    await panel.converse('Say three', 'Answer three.');
    const after = await panel.command<SessionTree>({ type: 'panel_tree' });
    assert.equal(said(after).length, 6);
    assert.ok(after.nodes.some(({ kind, text }) => kind === 'other' && text === 'Label: good'));
    assert.equal(after.nodes.find(({ text }) => text === 'Say three')?.parentId, first!.id);
    assert.equal(after.nodes.find(({ id }) => id === first!.id)?.label, 'good');

    const refused = await panel.tryCommand({ type: 'panel_navigate', entryId: 'nothing', summarize: false });
    assert.equal(refused.status, 502);
    assert.match(reasonOf(refused), /nothing/);
  });

  test('the model is offered only the active tools', async (panel) => {
    const { tools } = await panel.command<ToolChoice>({ type: 'panel_tools' });
    assert.ok(tools.some(({ name, isActive }) => name === 'bash' && isActive));
    const now = await panel.command<ToolChoice>({ type: 'panel_use_tools', names: ['read'] });
    assert.deepEqual(
      now.tools.filter(({ isActive }) => isActive).map(({ name }) => name),
      ['read'],
    );
    await panel.converse('Which?', 'Yes.');
    assert.deepEqual(
      panel.model.requests.at(-1)?.tools?.map(({ function: { name } }) => name),
      ['read'],
    );
  });

  test('a reload resets what extensions show, and the extension still responds and watches', async (panel) => {
    await panel.command({ type: 'prompt', message: '/marks' });
    await panel.until('the mark is set', ({ statuses }) => statuses.mark);
    await panel.command({ type: 'panel_reload' });
    assert.deepEqual(panel.view.statuses, { count: 'set at the start' });
    assert.ok((await panel.command<ToolChoice>({ type: 'panel_tools' })).tools.length > 0);
    const asking = panel.command({ type: 'prompt', message: '/asks me' });
    const { dialogs } = await panel.until('the command asks', (view) => view.dialogs.length === 1);
    assert.deepEqual([dialogs[0]!.by?.extension, dialogs[0]!.by?.command], ['extension.ts', 'asks']);
    await panel.answerDialog(dialogs[0]!.id, { confirmed: true });
    await asking;
  });

  test('when an extension starts a new session, its statuses and dialogs are reset', async (panel) => {
    await panel.command({ type: 'prompt', message: '/marks' });
    const waiting = panel.command({ type: 'prompt', message: '/waits' });
    await panel.until('it asks', ({ dialogs }) => dialogs.length === 1);
    const before = panel.view.session!.id;
    await panel.command({ type: 'prompt', message: '/renews' });
    await panel.until(
      'it is another',
      ({ session, dialogs }) => session?.id !== before && dialogs.length === 0,
    );
    assert.deepEqual(panel.view.statuses, { count: 'set at the start' });
    await waiting;
  });

  test('during a run, navigation and reload are refused, but tools and the tree can be read', async (panel) => {
    await panel.hangingAnswer();
    for (const command of [
      { type: 'panel_navigate', entryId: 'any', summarize: false },
      { type: 'panel_reload' },
    ] as const) {
      const said = await panel.tryCommand(command);
      assert.equal(said.status, 409);
      assert.match(reasonOf(said), /agent is running/);
    }
    assert.ok((await panel.command<SessionTree>({ type: 'panel_tree' })).nodes.length > 0);
    await panel.stop();
    await panel.idle();
  });
});

test('without it the panel works, and commands that need it are refused with a reason', async () => {
  const own = (await contractPis()).pis.at(-1)!;
  const panel: Lab = await openLab(own, { extension: EXTENSION, withoutCompanion: true });
  try {
    panel.model.queue([calls('bash', { command: 'echo forbidden' }), says('No.')]);
    await panel.command({ type: 'prompt', message: 'go' });
    assert.equal(runsOf(await panel.settled(3))[0]?.state, 'failed');
    const said = await panel.tryCommand({ type: 'panel_tree' });
    assert.equal(said.status, 409);
    assert.match(reasonOf(said), /--no-companion/);
    assert.match(panel.view.companionProblem ?? '', /--no-companion/);
    assert.ok(panel.view.notices.every(({ message }) => !/asks for/.test(message)));
  } finally {
    await panel.close();
  }
});
