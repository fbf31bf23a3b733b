// The panel's own extension inside real pi: what it tells, what can be asked of it, that nobody sees how, and that the
// panel gets on without it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionTree, ToolChoice } from '../../shared/companion.ts';
import type { SlashCommand } from '../../shared/pi/commands.ts';
import { contractPis } from './contract-pis.ts';
import { onEveryPi } from './every-pi.ts';
import { openLab, type Lab } from './lab.ts';
import { rowsOf, runsOf, wordsOf } from './said.ts';

const EXTENSION = `
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  pi.on('session_start', (_event, ctx) => {
    ctx.ui.setFooter(() => undefined);
    ctx.ui.setStatus('count', 'set at the start');
  });
  command('draws', async (_args, ctx) => { await ctx.ui.custom(() => undefined); ctx.ui.setEditorComponent(undefined); });
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

/** The first and the last that it is promised for, and the two between that differ most. */
const VERSIONS = ['0.79.9', '0.84.4', '0.87.1', '1.5.2'];

onEveryPi({ extension: EXTENSION, versions: VERSIONS }, (_pi, lab) => {
  test('it is there before anything is asked of pi, and nobody sees it', async () => {
    const panel = lab();
    assert.equal(panel.view.companionLack, null);
    const { commands } = await panel.must<{ commands: SlashCommand[] }>({ type: 'get_commands' });
    assert.deepEqual(
      commands.filter(({ name }) => /panel/.test(name)),
      [],
    );
    await panel.must({ type: 'panel_tools' });
    assert.deepEqual(panel.view.statuses, { count: 'set at the start' });
    assert.deepEqual(rowsOf(panel.view), []);
    assert.ok(panel.events.every((event) => !JSON.stringify(event).includes('statusKey":"pi-panel')));
  });

  test('what an extension wants of a terminal is one line each, and what it takes back is none', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'prompt', message: '/draws' });
    await panel.until('it is told', ({ notices }) => notices.some(({ message }) => /screen/.test(message)));
    assert.deepEqual(
      panel.view.notices.map(({ message }) => message).filter((message) => /wants/.test(message)),
      [
        "extension.ts wants a footer of its own: only pi's own terminal has that.",
        "extension.ts wants a screen of its own: only pi's own terminal has that.",
      ],
    );
  });

  test('a dialog says whose it is: the command, the tool, or only the extension', async () => {
    const panel = lab();
    await panel.startOver();
    const asking = panel.must({ type: 'prompt', message: '/asks me' });
    const { dialogs } = await panel.until('the command asks', (view) => view.dialogs.length === 1);
    assert.deepEqual(
      [dialogs[0]!.by?.extension, dialogs[0]!.by?.command, dialogs[0]!.by?.tool],
      ['extension.ts', 'asks', undefined],
    );
    await panel.post(`dialogs/${dialogs[0]!.id}`, { confirmed: true });
    await asking;
    panel.model.queue([{ steps: [{ tool: 'asking', args: {} }] }, { steps: [{ text: 'Well.' }] }]);
    await panel.must({ type: 'prompt', message: 'go' });
    const view = await panel.until('the tool asks', (now) => now.dialogs.length === 1);
    assert.deepEqual([view.dialogs[0]!.by?.tool, view.dialogs[0]!.by?.command], ['asking', undefined]);
    await panel.post(`dialogs/${view.dialogs[0]!.id}`, { confirmed: true });
    await panel.until('it has gone on', ({ entries }) => entries.length === 3);
    await panel.idle();
  });

  test('R-51: a dialog that its extension withdraws goes, says so, and takes no answer; an answered one says nothing', async () => {
    const panel = lab();
    await panel.startOver();
    const said = () => panel.view.notices.map(({ message }) => message);
    for (const end of ['answered', 'withdrawn']) {
      const asking = panel.must({ type: 'prompt', message: '/withdraws' });
      const { dialogs } = await panel.until('it asks', (view) => view.dialogs.length === 1);
      const dialog = `dialogs/${dialogs[0]!.id}`;
      assert.equal(dialogs[0]!.by?.command, 'withdraws');
      if (end === 'answered') assert.equal((await panel.post(dialog, { value: 'this' })).status, 204);
      await panel.must({ type: 'prompt', message: '/hangs-up' });
      await asking;
      await panel.until('it is gone', (view) => view.dialogs.length === 0);
      if (end === 'withdrawn') assert.equal((await panel.post(dialog, { value: 'this' })).status, 410);
    }
    // Never asked: nothing of it sticks to the next one.
    await panel.must({ type: 'prompt', message: '/withdraws at once' });
    assert.deepEqual(
      said().filter((message) => /withdr/.test(message)),
      [
        'withdrawn this',
        'extension.ts withdrew “Which?”: pi continued without an answer.',
        'withdrawn undefined',
        'withdrawn undefined',
      ],
    );
  });

  test('a tool that an extension blocks is blocked, one that fails has failed, also for who reads it later', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([
      { steps: [{ tool: 'bash', args: { command: 'echo forbidden' } }] },
      { steps: [{ tool: 'bash', args: { command: 'exit 3' } }] },
      { steps: [{ text: 'As you like.' }] },
    ]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it is answered', ({ entries }) => entries.length === 4);
    const runs = runsOf(await panel.idle());
    assert.deepEqual(
      runs.map(({ state }) => state),
      ['blocked', 'failed'],
    );
    assert.equal(runs[0]?.output.tail, 'Not that.');
    assert.ok(panel.model.requests.every((request) => !JSON.stringify(request.messages).includes('blocked')));
    await panel.post('restart');
    assert.deepEqual(
      runsOf(panel.view).map(({ state, args }) => [args.command, state]),
      [
        ['echo forbidden', 'blocked'],
        ['exit 3', 'failed'],
      ],
    );
    assert.equal(panel.view.entries.length, 4);
  });

  test('what is left behind in the tree is summed up as it was asked, and stands where the conversation goes on', async () => {
    const panel = lab();
    await panel.startOver();
    for (const [nth, word] of ['one', 'two'].entries()) {
      panel.model.queue([{ steps: [{ text: `Answer ${word}.` }] }]);
      await panel.must({ type: 'prompt', message: `Say ${word}` });
      await panel.until('it is answered', ({ entries }) => entries.length === 2 * nth + 2);
      await panel.idle();
    }
    const { nodes } = await panel.must<SessionTree>({ type: 'panel_tree' });
    panel.model.queue([{ steps: [{ text: 'What two was about.' }] }]);
    const { text } = await panel.must<{ text?: string }>({
      type: 'panel_navigate',
      entryId: nodes[2]!.id,
      summarize: true,
      instructions: 'Keep the colours only',
    });
    assert.equal(text, 'Say two');
    assert.match(JSON.stringify(panel.model.requests.at(-1)), /Keep the colours only/);
    assert.deepEqual(rowsOf(panel.view), ['You: Say one', 'Assistant: Answer one.', 'branchSummary']);
    const summary = panel.view.entries[2]!.message;
    assert.match(summary.role === 'branchSummary' ? summary.summary : '', /What two was about\./);
    panel.model.queue([{ steps: [{ text: 'Answer three.' }] }]);
    await panel.must({ type: 'prompt', message: 'Say three' });
    await panel.until('it is answered', ({ entries }) => entries.length === 5);
    assert.match(JSON.stringify(panel.model.requests.at(-1)), /What two was about\./);
    await panel.idle();
  });

  test('the tree is there, the conversation goes on from any point of it, and labels stand in both', async () => {
    const panel = lab();
    await panel.startOver();
    for (const [nth, word] of ['one', 'two'].entries()) {
      panel.model.queue([{ steps: [{ text: `Answer ${word}.` }] }]);
      await panel.must({ type: 'prompt', message: `Say ${word}` });
      await panel.until('it is answered', ({ entries }) => entries.length === 2 * nth + 2);
      await panel.idle();
    }
    const before = await panel.must<SessionTree>({ type: 'panel_tree' });
    assert.deepEqual(
      before.nodes.map(({ kind, text }) => `${kind} ${text}`),
      ['user Say one', 'assistant Answer one.', 'user Say two', 'assistant Answer two.'],
    );
    assert.equal(before.leafId, before.nodes[3]!.id);
    const [, first, second] = before.nodes;

    await panel.must({ type: 'panel_label', entryId: first!.id, label: 'good' });
    await panel.until('the row has it', ({ entries }) => entries[1]?.label === 'good');
    const gone = await panel.must<{ text?: string }>({
      type: 'panel_navigate',
      entryId: second!.id,
      summarize: false,
    });
    assert.equal(gone.text, 'Say two');
    assert.deepEqual(rowsOf(panel.view), ['You: Say one', 'Assistant: Answer one.']);
    assert.equal((await panel.snapshot()).entries[1]?.label, 'good');

    panel.model.queue([{ steps: [{ text: 'Answer three.' }] }]);
    await panel.must({ type: 'prompt', message: 'Say three' });
    await panel.until('it is answered', ({ entries }) => entries.length === 4);
    await panel.idle();
    const after = await panel.must<SessionTree>({ type: 'panel_tree' });
    assert.equal(after.nodes.length, 6);
    assert.equal(after.nodes.find(({ text }) => text === 'Say three')?.parentId, first!.id);
    assert.equal(after.nodes.find(({ id }) => id === first!.id)?.label, 'good');

    const refused = await panel.command({ type: 'panel_navigate', entryId: 'nothing', summarize: false });
    assert.equal(refused.status, 502);
    assert.match(wordsOf(refused), /nothing/);
  });

  test('active tools are chosen, and the model is offered no others', async () => {
    const panel = lab();
    await panel.startOver();
    const { tools } = await panel.must<ToolChoice>({ type: 'panel_tools' });
    assert.ok(tools.some(({ name, isActive }) => name === 'bash' && isActive));
    const now = await panel.must<ToolChoice>({ type: 'panel_use_tools', names: ['read'] });
    assert.deepEqual(
      now.tools.filter(({ isActive }) => isActive).map(({ name }) => name),
      ['read'],
    );
    panel.model.queue([{ steps: [{ text: 'Yes.' }] }]);
    await panel.must({ type: 'prompt', message: 'Which?' });
    await panel.until('it is answered', ({ entries }) => entries.length === 2);
    await panel.idle();
    assert.deepEqual(
      panel.model.requests.at(-1)?.tools?.map(({ function: { name } }) => name),
      ['read'],
    );
  });

  test('a reload brings what extensions show anew, and it answers afterwards', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'prompt', message: '/marks' });
    await panel.until('the mark stands', ({ statuses }) => statuses.mark);
    await panel.must({ type: 'panel_reload' });
    assert.deepEqual(panel.view.statuses, { count: 'set at the start' });
    assert.ok((await panel.must<ToolChoice>({ type: 'panel_tools' })).tools.length > 0);
  });

  test('what was shown and asked in a session goes when an extension begins another', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'prompt', message: '/marks' });
    const waiting = panel.must({ type: 'prompt', message: '/waits' });
    await panel.until('it asks', ({ dialogs }) => dialogs.length === 1);
    const before = panel.view.session!.id;
    await panel.must({ type: 'prompt', message: '/renews' });
    await panel.until(
      'it is another',
      ({ session, dialogs }) => session?.id !== before && dialogs.length === 0,
    );
    assert.deepEqual(panel.view.statuses, { count: 'set at the start' });
    await waiting;
  });

  test('while the agent works nothing is navigated or reloaded, but tools and the tree can be seen', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.hangingAnswer();
    for (const command of [
      { type: 'panel_navigate', entryId: 'any', summarize: false },
      { type: 'panel_reload' },
    ] as const) {
      const said = await panel.command(command);
      assert.equal(said.status, 409);
      assert.match(wordsOf(said), /at work/);
    }
    assert.ok((await panel.must<SessionTree>({ type: 'panel_tree' })).nodes.length > 0);
    await panel.post('stop');
    await panel.idle();
  });
});

test('without it the panel works, and what needs it says why it cannot be done', async () => {
  const own = (await contractPis()).pis.at(-1)!;
  const panel: Lab = await openLab(own, { extension: EXTENSION, withoutCompanion: true });
  try {
    panel.model.queue([
      { steps: [{ tool: 'bash', args: { command: 'echo forbidden' } }] },
      { steps: [{ text: 'No.' }] },
    ]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it is answered', ({ entries }) => entries.length === 3);
    assert.equal(runsOf(await panel.idle())[0]?.state, 'failed');
    const said = await panel.command({ type: 'panel_tree' });
    assert.equal(said.status, 409);
    assert.match(wordsOf(said), /--no-companion/);
    assert.match(panel.view.companionLack ?? '', /--no-companion/);
    assert.ok(panel.view.notices.every(({ message }) => !/wants/.test(message)));
  } finally {
    await panel.close();
  }
});
