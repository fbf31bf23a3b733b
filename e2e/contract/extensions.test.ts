// Extensions on real pi: dialogs and how they end, repeated notices, and values that must stay hidden.
import assert from 'node:assert/strict';
import type { Dialog, View } from '../../shared/view/view.ts';
import { calls, says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { assertIdle, rowsOf, runsOf } from './summaries.ts';

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
  command('nine', async (_args, { ui }) => {
    for (const kind of ['info', 'warning', 'error']) ui.notify('of kind ' + kind, kind);
    ui.setStatus('color', '\\u001b[32mgreen\\u001b[0m');
    ui.setStatus('gone', 'x');
    ui.setStatus('gone', undefined);
    ui.setWidget('over', ['\\u001b[1mone', 'two']);
    ui.setWidget('under', ['three'], { placement: 'belowEditor' });
    ui.setWidget('gone', ['x']);
    ui.setWidget('gone', undefined);
    ui.setTitle('Nine');
    ui.setEditorText('to be edited');
    for (const nth of ['answered', 'cancelled']) {
      const answers = [
        await ui.select('Which?', ['a', 'b'], { timeout: 60000 }),
        await ui.confirm('Sure?', 'why', { timeout: 60000 }),
        await ui.input('Name?', 'a hint', { timeout: 60000 }),
        await ui.editor('Text?', 'to begin with'),
      ];
      ui.notify(nth + ' ' + answers.join(), 'info');
    }
  });
  command('fifty', async (_args, { ui }) => {
    const answers = [];
    for (let i = 0; i < 50; i++) answers.push(await ui.select('Question ' + i, ['mine', 'yours']));
    ui.notify('fifty ' + answers.join(), 'info');
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
  command('hands', async (_args, ctx) => {
    await ctx.newSession({ withSession: async ({ ui }) => {
      ui.setEditorText('Go on with it.');
      ui.notify('goes on ' + (await ui.confirm('Go on?', 'In the new session')), 'info');
    } });
  });
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

onEveryPi({ extension: EXTENSION }, ({ test }) => {
  test('the page knows the label of a tool', { inNewSession: false }, async (panel) => {
    const isSteps = ({ name }: { name: string }): boolean => name === 'steps';
    await panel.until('it is told', ({ registered }) => registered.tools?.some(isSteps));
    assert.deepEqual(panel.view.registered.tools?.find(isSteps), { name: 'steps', label: 'Steps' });
  });

  test(
    'a greeting, which pi sends twice for each new session, is shown once',
    { inNewSession: false },
    async (panel) => {
      for (const nth of ['first', 'next', 'last']) {
        const { session } = await panel.until(`the ${nth} session is greeted`, ({ notices, session }) =>
          notices.some(({ message }) => message === `Here is ${session?.id}`),
        );
        // By now the repetition has arrived.
        await panel.command({ type: 'get_state' });
        assert.equal(noticesWith(panel, `Here is ${session!.id}`).length, 1);
        await panel.startOver();
      }
      // The same for a session that is resumed, and for its clone.
      panel.model.queue([says('An answer.')]);
      await panel.command({ type: 'prompt', message: 'go' });
      const { session: left } = await panel.settled(2);
      await panel.command({ type: 'clone' });
      const { session: copy } = await panel.until('it is greeted', ({ notices, session }) =>
        notices.some(({ message }) => session?.id !== left?.id && message === `Here is ${session?.id}`),
      );
      await panel.command({ type: 'switch_session', session: left!.id });
      const { notices } = await panel.snapshot();
      assert.deepEqual(
        notices.map(({ message }) => message).slice(-2),
        [copy, left].map((session) => `Here is ${session!.id}`),
      );
      assert.deepEqual(panel.view.statuses.here, 'present');
      assert.deepEqual(panel.view.widgets.find(({ key }) => key === 'box')?.lines, ['one line']);
      assert.equal(panel.view.title, 'A title');
    },
  );

  test('each of the nine requests appears with its fields, and its answer comes back', async (panel) => {
    const ended = panel.command({ type: 'prompt', message: '/nine' });
    const asked: Dialog[] = [];
    const given = [{ value: 'b' }, { confirmed: true }, { value: 'typed' }, { value: 'one\ntwo' }];
    for (const answer of [...given, ...given.map(() => ({ cancelled: true }))]) {
      const { dialogs } = await panel.until('it asks', (view) => isNext(view, asked));
      asked.push(...dialogs);
      assert.equal((await panel.answerDialog(dialogs[0]!.id, answer)).status, 204);
    }
    await ended;
    assert.deepEqual(
      asked.slice(0, 4).map(({ type: _, id: _id, by: _by, openedAt, ...fields }) => {
        const { expiresAt, ...rest } = fields;
        return { ...rest, ...(expiresAt !== undefined && { lasts: expiresAt - openedAt }) };
      }),
      [
        { method: 'select', title: 'Which?', options: ['a', 'b'], timeout: 60_000, lasts: 60_000 },
        { method: 'confirm', title: 'Sure?', message: 'why', timeout: 60_000, lasts: 60_000 },
        { method: 'input', title: 'Name?', placeholder: 'a hint', timeout: 60_000, lasts: 60_000 },
        { method: 'editor', title: 'Text?', prefill: 'to begin with' },
      ],
    );
    const { notices, statuses, widgets, title, editorText, dialogs } = panel.view;
    assert.deepEqual(
      notices.slice(-5).map(({ kind, message }) => [kind, message]),
      [
        ...['info', 'warning', 'error'].map((kind) => [kind, `of kind ${kind}`]),
        ['info', 'answered b,true,typed,one\ntwo'],
        ['info', 'cancelled ,false,,'],
      ],
    );
    assert.deepEqual(statuses, { here: 'present', color: '\u001b[32mgreen\u001b[0m' });
    assert.deepEqual(
      widgets.filter(({ key }) => key !== 'box'),
      [
        { key: 'over', placement: 'aboveEditor', lines: ['\u001b[1mone', 'two'] },
        { key: 'under', placement: 'belowEditor', lines: ['three'] },
      ],
    );
    assert.deepEqual([title, editorText?.text, dialogs], ['Nine', 'to be edited', []]);
    // A page that opens now sees the same.
    const { notices: _, ...late } = await panel.snapshot();
    const { notices: _notices, ...early } = panel.view;
    assert.deepEqual(late, early);
  });

  test('R-50: if a dialog gets two answers, one is accepted and the other refused, fifty times', async (panel) => {
    const before = (await answersSent(panel)).length;
    const ended = panel.command({ type: 'prompt', message: '/fifty' });
    const heard: string[] = [];
    for (let nth = 0; nth < 50; nth++) {
      const { dialogs } = await panel.until(`question ${nth}`, (view) =>
        view.dialogs.some((dialog) => dialog.title === `Question ${nth}`),
      );
      const values = nth % 2 ? ['mine', 'yours'] : ['yours', 'mine'];
      const answers = await Promise.all(values.map((value) => panel.answerDialog(dialogs[0]!.id, { value })));
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), [204, 409], `question ${nth}`);
      heard.push(values[statuses.indexOf(204)]!);
    }
    await ended;
    assert.equal(noticesWith(panel, `fifty ${heard.join()}`).length, 1);
    assert.deepEqual(
      (await answersSent(panel)).slice(before).map(({ value }) => value),
      heard,
    );
  });

  test('R-54: open dialogs can be answered in any order, and invalid answers do not reach pi', async (panel) => {
    const ended = panel.command({ type: 'prompt', message: '/both' });
    const { dialogs } = await panel.until('both ask', (view) => view.dialogs.length === 2);
    const [first, second] = dialogs;
    assert.equal((await panel.answerDialog(second!.id, { value: 'z' })).status, 422);
    assert.equal((await panel.answerDialog(first!.id, { value: 'yes' })).status, 422);
    assert.equal((await panel.answerDialog(second!.id, { value: 'y' })).status, 204);
    assert.equal((await panel.answerDialog(second!.id, { value: 'x' })).status, 409);
    assert.equal((await panel.answerDialog(first!.id, { confirmed: true })).status, 204);
    await ended;
    assert.equal(noticesWith(panel, 'answers [true,"y"]').length, 1);
    assert.deepEqual(panel.view.dialogs, []);
  });

  test('R-51: a dialog that times out closes, and a late answer is refused', async (panel) => {
    const before = (await answersSent(panel)).length;
    const ended = panel.command({ type: 'prompt', message: '/short' });
    const { dialogs } = await panel.until('it asks', (view) => view.dialogs.length === 1);
    await ended;
    await panel.until('it is closed', (view) => view.dialogs.length === 0);
    assert.equal((await panel.answerDialog(dialogs[0]!.id, { value: 'late' })).status, 410);
    assert.equal(noticesWith(panel, 'short undefined').length, 1);
    const assumed = '“Quick!” was not answered in time: pi continued without an answer.';
    assert.equal(noticesWith(panel, assumed).length, 1);
    // A page that opens later shows it too, and no answer was sent in the user's place.
    assert.ok((await panel.snapshot()).notices.some(({ message }) => message === assumed));
    assert.equal((await answersSent(panel)).length, before);
  });

  test('a command that waits in a dialog does not block a prompt', async (panel) => {
    const ended = panel.command({ type: 'prompt', message: '/wait' });
    const { dialogs } = await panel.until('it asks', (view) => view.dialogs.length === 1);
    panel.model.queue([says('Meanwhile.')]);
    await panel.command({ type: 'prompt', message: 'go' });
    assert.deepEqual(rowsOf(await panel.settled(2)), ['You: go', 'Assistant: Meanwhile.']);
    await panel.answerDialog(dialogs[0]!.id, { value: 'now' });
    await ended;
    assert.equal(noticesWith(panel, 'waited now').length, 1);
  });

  for (const type of ['new_session', 'compact'] as const) {
    test(`a tool that waits in a dialog does not block ${type}, and its dialog closes`, async (panel) => {
      panel.model.queue([calls('steps', {})]);
      await panel.command({ type: 'prompt', message: 'go' });
      await panel.until('the tool asks', ({ dialogs }) => dialogs.length === 1);
      await panel.until('it tells', (view) => runsOf(view)[0]?.output.tail === 'step 1');
      await panel.tryCommand({ type });
      await panel.idle();
      await assertIdle(panel);
      assert.deepEqual(panel.view.dialogs, []);
      assert.ok(runsOf(panel.view).every(({ state }) => state !== 'running'));
    });
  }

  test('a command that fails causes a notice, and pi continues', async (panel) => {
    await panel.command({ type: 'prompt', message: '/fails' });
    await panel.until('it is said', ({ notices }) =>
      notices.some(({ message }) => message.includes('on purpose')),
    );
    await assertIdle(panel);
  });

  test('the output of an extension does not count as a record', async (panel) => {
    await panel.command({ type: 'prompt', message: '/logs' });
    await assertIdle(panel);
    assert.equal(panel.view.badRecords, 0);
  });

  test('messages of extensions are shown unless they ask not to be', async (panel) => {
    await panel.command({ type: 'prompt', message: '/says' });
    await panel.until('it is shown', ({ entries }) => entries.length > 0);
    await panel.command({ type: 'get_state' });
    const texts = panel.view.entries.map(({ message }) => message.role === 'custom' && message.content);
    assert.deepEqual(texts, ['seen']);
  });

  test('the page follows a command that names the session or starts another', async (panel) => {
    await panel.command({ type: 'prompt', message: '/names' });
    await panel.until('it is named', ({ session }) => session?.name === 'by an extension');
    const before = panel.view.session!.id;
    await panel.command({ type: 'prompt', message: '/renews' });
    const { session } = await panel.until('it is another', (view) => view.session?.id !== before);
    assert.equal(session?.name, undefined);
  });

  test('a session that a command works in is shown with its text before the command ends', async (panel) => {
    const before = panel.view.session?.id;
    const ended = panel.command({ type: 'prompt', message: '/hands' });
    const { dialogs, session } = await panel.until(
      'it asks in the session that is shown, which has its text',
      ({ dialogs: open, session: now, editorText }) =>
        open.length === 1 && now?.id !== before && editorText?.text === 'Go on with it.',
    );
    await panel.answerDialog(dialogs[0]!.id, { confirmed: true });
    await ended;
    assert.equal(noticesWith(panel, 'goes on true').length, 1);
    assert.equal(panel.view.session?.id, session?.id);
  });

  test('a run started by an extension is an ordinary run', async (panel) => {
    panel.model.queue([says('Answered.')]);
    await panel.command({ type: 'prompt', message: '/asks' });
    assert.deepEqual(rowsOf(await panel.settled(2)), ['You: asked by an extension', 'Assistant: Answered.']);
  });

  test('a tool that an extension blocks is shown as blocked, with the reason', async (panel) => {
    panel.model.queue([calls('bash', { command: 'echo forbidden' }), says('As you like.')]);
    await panel.command({ type: 'prompt', message: 'go' });
    const [run] = runsOf(await panel.settled(3));
    assert.deepEqual([run?.state, run?.output.tail], ['blocked', 'Not that.']);
  });
});

/** A dialog is open that is not among those already asked. */
function isNext({ dialogs }: View, asked: readonly Dialog[]): boolean {
  return dialogs.some(({ id }) => asked.every((dialog) => dialog.id !== id));
}

function noticesWith(panel: Lab, message: string): unknown[] {
  return panel.view.notices.filter((notice) => notice.message === message);
}

/** The answers to dialogs that pi has been sent. */
async function answersSent(panel: Lab): Promise<Record<string, unknown>[]> {
  return (await panel.sent()).filter(({ type }) => type === 'extension_ui_response');
}
