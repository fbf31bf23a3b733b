// What extensions say and ask on real pi: dialogs, their ends, what is said twice, and what must stay unseen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { assertIdle, rowsOf, runsOf } from './said.ts';

const EXTENSION = `
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  pi.on('session_start', (_event, ctx) => {
    ctx.ui.notify('Here is ' + ctx.sessionManager.getSessionId(), 'info');
    ctx.ui.setStatus('here', 'present');
    ctx.ui.setWidget('box', ['one line']);
    ctx.ui.setTitle('A title');
  });
  command('both', async (_args, ctx) => {
    const answers = await Promise.all([ctx.ui.confirm('First?', 'one'), ctx.ui.select('Second?', ['x', 'y'])]);
    ctx.ui.notify('answers ' + JSON.stringify(answers), 'info');
  });
  command('short', async (_args, ctx) => {
    ctx.ui.notify('short ' + (await ctx.ui.input('Quick!', 'text', { timeout: 150 })), 'info');
  });
  command('wait', async (_args, ctx) => {
    ctx.ui.notify('waited ' + (await ctx.ui.input('Well?')), 'info');
  });
  command('fails', async () => { throw new Error('on purpose'); });
  command('logs', async () => { console.log('{"type":"agent_start"}'); process.stdout.write('raw\\n'); });
  command('says', async () => {
    pi.sendMessage({ customType: 'note', content: 'seen', display: true });
    pi.sendMessage({ customType: 'note', content: 'unseen', display: false });
  });
  command('names', async () => { pi.setSessionName('by an extension'); });
  command('renews', async (_args, ctx) => { await ctx.newSession(); });
  command('asks', async () => { pi.sendUserMessage('asked by an extension'); });
  pi.registerTool({
    name: 'steps', label: 'Steps', description: 'steps', parameters: { type: 'object', properties: {} },
    execute: async (_id, _args, _signal, onUpdate, ctx) => {
      onUpdate({ content: [{ type: 'text', text: 'step 1' }], details: { step: 1 } });
      const yes = await ctx.ui.confirm('Go on?', 'A tool asks');
      return { content: [{ type: 'text', text: 'ended ' + yes }], details: { step: 2 } };
    },
  });
  pi.on('tool_call', (event) => {
    if (event.toolName === 'bash' && event.input.command.includes('forbidden')) return { block: true, reason: 'Not that.' };
  });
}`;

onEveryPi({ extension: EXTENSION }, (_pi, lab) => {
  test('what is said at the start, and twice at each new session, stands once on the page', async () => {
    const panel = lab();
    for (const nth of ['first', 'next', 'last']) {
      const { session } = await panel.until(`the ${nth} session is greeted`, ({ notices, session }) =>
        notices.some(({ message }) => message === `Here is ${session?.id}`),
      );
      // What was said twice has come by now.
      await panel.must({ type: 'get_state' });
      assert.equal(said(panel, `Here is ${session!.id}`).length, 1);
      await panel.startOver();
    }
    assert.deepEqual(panel.view.statuses.here, 'present');
    assert.deepEqual(
      panel.view.widgets.map(({ lines }) => lines),
      [['one line']],
    );
    assert.equal(panel.view.title, 'A title');
  });

  test('dialogs that are open at once are answered in any order, and wrong answers do not reach pi', async () => {
    const panel = lab();
    await panel.startOver();
    const ended = panel.must({ type: 'prompt', message: '/both' });
    const { dialogs } = await panel.until('both ask', (view) => view.dialogs.length === 2);
    const [first, second] = dialogs;
    assert.equal((await panel.post(`dialogs/${second!.id}`, { value: 'z' })).status, 422);
    assert.equal((await panel.post(`dialogs/${first!.id}`, { value: 'yes' })).status, 422);
    assert.equal((await panel.post(`dialogs/${second!.id}`, { value: 'y' })).status, 204);
    assert.equal((await panel.post(`dialogs/${second!.id}`, { value: 'x' })).status, 409);
    assert.equal((await panel.post(`dialogs/${first!.id}`, { confirmed: true })).status, 204);
    await ended;
    assert.equal(said(panel, 'answers [true,"y"]').length, 1);
    assert.deepEqual(panel.view.dialogs, []);
  });

  test('a dialog whose time ran out closes by itself, and a late answer is told so', async () => {
    const panel = lab();
    await panel.startOver();
    const ended = panel.must({ type: 'prompt', message: '/short' });
    const { dialogs } = await panel.until('it asks', (view) => view.dialogs.length === 1);
    await ended;
    await panel.until('it is closed', (view) => view.dialogs.length === 0);
    assert.equal((await panel.post(`dialogs/${dialogs[0]!.id}`, { value: 'late' })).status, 410);
    assert.equal(said(panel, 'short undefined').length, 1);
  });

  test('a prompt is not held up by a command that waits in a dialog', async () => {
    const panel = lab();
    await panel.startOver();
    const ended = panel.must({ type: 'prompt', message: '/wait' });
    const { dialogs } = await panel.until('it asks', (view) => view.dialogs.length === 1);
    panel.model.queue([{ steps: [{ text: 'Meanwhile.' }] }]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it is answered', ({ entries }) => entries.length === 2);
    assert.deepEqual(rowsOf(await panel.idle()), ['You: go', 'Assistant: Meanwhile.']);
    await panel.post(`dialogs/${dialogs[0]!.id}`, { value: 'now' });
    await ended;
    assert.equal(said(panel, 'waited now').length, 1);
  });

  for (const type of ['new_session', 'compact'] as const) {
    test(`a tool that waits in a dialog does not hold up ${type}, and its dialog closes`, async () => {
      const panel = lab();
      await panel.startOver();
      panel.model.queue([{ steps: [{ tool: 'steps', args: {} }] }]);
      await panel.must({ type: 'prompt', message: 'go' });
      await panel.until('the tool asks', ({ dialogs }) => dialogs.length === 1);
      await panel.until('it tells', (view) => runsOf(view)[0]?.output.tail === 'step 1');
      await panel.command({ type });
      await panel.idle();
      await assertIdle(panel);
      assert.deepEqual(panel.view.dialogs, []);
      assert.ok(runsOf(panel.view).every(({ state }) => state !== 'running'));
    });
  }

  test('a command that fails is a notice, and pi goes on', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'prompt', message: '/fails' });
    await panel.until('it is said', ({ notices }) =>
      notices.some(({ message }) => message.includes('on purpose')),
    );
    await assertIdle(panel);
  });

  test('what an extension prints is no record', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'prompt', message: '/logs' });
    await assertIdle(panel);
    assert.equal(panel.view.badRecords, 0);
  });

  test('messages of extensions are shown, but for those that are not to be', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'prompt', message: '/says' });
    await panel.until('it is shown', ({ entries }) => entries.length > 0);
    await panel.must({ type: 'get_state' });
    const texts = panel.view.entries.map(({ message }) => message.role === 'custom' && message.content);
    assert.deepEqual(texts, ['seen']);
  });

  test('the page follows a command that names the session or begins another', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'prompt', message: '/names' });
    await panel.until('it is named', ({ session }) => session?.name === 'by an extension');
    const before = panel.view.session!.id;
    await panel.must({ type: 'prompt', message: '/renews' });
    const { session } = await panel.until('it is another', (view) => view.session?.id !== before);
    assert.equal(session?.name, undefined);
  });

  test('a run that an extension begins is a run like any other', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([{ steps: [{ text: 'Answered.' }] }]);
    await panel.must({ type: 'prompt', message: '/asks' });
    await panel.until('it is answered', ({ entries }) => entries.length === 2);
    assert.deepEqual(rowsOf(await panel.idle()), ['You: asked by an extension', 'Assistant: Answered.']);
  });

  test('a tool that an extension blocks has failed with its reason', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([
      { steps: [{ tool: 'bash', args: { command: 'echo forbidden' } }] },
      { steps: [{ text: 'As you like.' }] },
    ]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it is answered', ({ entries }) => entries.length === 3);
    const [run] = runsOf(await panel.idle());
    assert.deepEqual([run?.state, run?.output.tail], ['failed', 'Not that.']);
  });
});

function said(panel: Lab, message: string): unknown[] {
  return panel.view.notices.filter((notice) => notice.message === message);
}
