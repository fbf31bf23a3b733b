// Stop on real pi: one request, after which nothing continues, whatever `abort` means in that version.
import assert from 'node:assert/strict';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { plainText } from '../../shared/view/history.ts';
import { isWaiting, textsOf as waitingTexts } from '../../shared/view/queue.ts';
import type { View } from '../../shared/view/view.ts';
import type { Reply } from '../panel/client.ts';
import { CONTEXT_OVERFLOW, EARLY_COMPACTION, calls, gate, says, OVERLOADED } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import { answerText, assertIdle, reasonOf } from './summaries.ts';

const EXTENSION = `
export default function (pi) {
  pi.registerTool({
    name: 'ask_me', label: 'Ask', description: 'asks', parameters: { type: 'object', properties: {} },
    execute: async (_id, _args, _signal, _update, ctx) => {
      const answer = await ctx.ui.confirm('Really?', 'Say so');
      return { content: [{ type: 'text', text: String(answer) }] };
    },
  });
}`;
const TEMPLATE = '---\ndescription: fixes\n---\nFix the tests in $1, please.';
const FILES = { '../agent/prompts/fix.md': TEMPLATE };

onEveryPi({ extension: EXTENSION, files: FILES }, ({ pi, test }) => {
  /** After an abort this pi continues with its queue, and it has no command to clear it. */
  const goesOn = !pi.can.clearQueue && pi.version !== '0.73.1';

  test('queued messages come back as they were typed, and none is delivered', async (panel) => {
    await panel.hangingAnswer();
    const prompt = { type: 'prompt', streamingBehavior: 'steer' } as const;
    await panel.command({ ...prompt, message: '/fix a.ts' });
    await panel.command({ ...prompt, message: 'another' });
    await panel.command({ type: 'follow_up', message: 'later' });
    assert.deepEqual(waitingTexts(panel.view.queue), {
      steering: ['/fix a.ts', 'another'],
      followUp: ['later'],
    });
    panel.model.queue([1, 2, 3].map(() => ({ steps: [{ text: 'Going on' }, { hang: true }] })));

    const texts = textsOf(await panel.stop());
    await assertIdle(panel);
    assert.ok(!isWaiting(panel.view.queue));
    if (goesOn) {
      assert.deepEqual(texts, []);
      assert.deepEqual(said(panel.view), ['go', 'Fix the tests in a.ts, please.', 'another', 'later']);
    } else {
      assert.deepEqual(texts, ['/fix a.ts', 'another', 'later']);
      assert.deepEqual(said(panel.view), ['go']);
    }

    panel.model.unqueue();
    panel.model.queue([says('A new answer.')]);
    const before = said(panel.view);
    await panel.command({ type: 'prompt', message: 'next' });
    await panel.until(
      'it is answered',
      ({ entries }) => answerText(entries.at(-1)?.message) === 'A new answer.',
    );
    await panel.idle();
    assert.deepEqual(said(panel.view), [...before, 'next']);
  });

  test('stops an answer that has not begun', async (panel) => {
    panel.model.queue([{ steps: [{ hang: true }] }]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('it runs', ({ run }) => run);
    assert.deepEqual(textsOf(await panel.stop()), []);
    await assertIdle(panel);
    assert.ok(panel.view.entries.every(({ message }) => !isFailure(message)));
  });

  test('stops a tool, which does not count as a failure of the model', async (panel) => {
    const args = { command: 'echo started; sleep 60' };
    panel.model.queue([{ steps: [{ tool: 'bash', args }] }, { steps: [{ hang: true }] }]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('the tool speaks', ({ toolRuns }) =>
      Object.values(toolRuns).some(({ output }) => output.tail.includes('started')),
    );
    textsOf(await panel.stop());
    await assertIdle(panel);
    assert.deepEqual(
      Object.values(panel.view.toolRuns).map(({ state }) => state),
      ['aborted'],
    );
    assert.ok(panel.view.entries.every(({ message }) => !isFailure(message)));
  });

  test('R-18: stops a tool that waits in a dialog', async (panel) => {
    panel.model.queue([calls('ask_me', {}), { steps: [{ hang: true }] }]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('it asks', ({ dialogs }) => dialogs.length > 0);
    textsOf(await panel.stop());
    await assertIdle(panel);
    assert.deepEqual(panel.view.dialogs, []);
  });

  test('stops the wait for a retry, and returns the messages that were steered in the meantime', async (panel) => {
    panel.model.queue([OVERLOADED]);
    panel.model.queue([1, 2].map(() => ({ steps: [{ hang: true }] })));
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('it waits', ({ retry }) => retry?.waiting);
    await panel.command({ type: 'steer', message: 'another' });
    const texts = textsOf(await panel.stop());
    await assertIdle(panel);
    assert.deepEqual([...said(panel.view), ...texts], ['go', 'another']);
  });

  test('R-18: the first of two concurrent stops returns the queued texts, and the second returns none', async (panel) => {
    await panel.hangingAnswer();
    await panel.command({ type: 'steer', message: 'another' });
    panel.model.queue([{ steps: [{ hang: true }] }]);
    const texts = (await Promise.all([panel.stop(), panel.stop()])).map(textsOf);
    await assertIdle(panel);
    assert.deepEqual(texts, goesOn ? [[], []] : [['another'], []]);
    assert.deepEqual(textsOf(await panel.stop()), [], 'a stop without a run');
  });

  test('stops every user bash, or names the ones that this pi cannot stop', async (panel) => {
    const bashes = ['sleep 61', 'sleep 62'].map((command) => panel.tryCommand({ type: 'bash', command }));
    await panel.until('both run', ({ toolRuns }) => Object.keys(toolRuns).length === 2);
    const answer = await panel.stop();
    if (!pi.can.stopEveryBash) {
      assert.equal(answer.status, 504);
      assert.match(reasonOf(answer), /stops only the last command. Still running: sleep 61$/);
      return;
    }
    textsOf(answer);
    for (const bash of bashes) assert.equal((await bash).status, 200);
    assert.deepEqual(
      Object.values(panel.view.toolRuns).map(({ state }) => state),
      ['aborted', 'aborted'],
    );
  });
});

onEveryPi({ settings: { compaction: EARLY_COMPACTION } }, ({ pi, test }) => {
  test('stops a compaction, or says that this pi cannot', { inNewSession: false }, async (panel) => {
    for (const n of [1, 2]) {
      panel.model.queue([{ steps: [{ text: `Answer ${n}. `, repeat: 200 }] }]);
      await panel.command({ type: 'prompt', message: `Question ${n}` });
      await panel.settled(2 * n);
    }
    const held = gate();
    panel.model.queue([{ steps: [{ text: 'A summary' }, { until: held.until }, { text: ' of it.' }] }]);
    const compacted = panel.tryCommand({ type: 'compact' });
    await panel.until('it compacts', ({ compaction }) => compaction);
    const answer = await panel.stop();
    if (!pi.can.stopCompaction) {
      assert.equal(answer.status, 504);
      assert.match(reasonOf(answer), /cannot abort a compaction/);
    } else textsOf(answer);
    held.open();
    assert.equal((await compacted).body.success, !pi.can.stopCompaction);
    await panel.idle();
    assert.equal(
      panel.view.entries.some(({ message }) => message.role === 'compactionSummary'),
      !pi.can.stopCompaction,
    );
    await assertIdle(panel);
  });

  test('after a stop, a compaction is not followed by another attempt', async (panel) => {
    panel.model.queue([{ steps: [{ text: 'An answer. ', repeat: 200 }] }]);
    await panel.command({ type: 'prompt', message: 'Question' });
    await panel.settled(2);
    const held = gate();
    panel.model.queue([
      CONTEXT_OVERFLOW,
      { steps: [{ text: 'A summary' }, { until: held.until }, { text: ' of it.' }] },
      ...[1, 2, 3].map(() => ({ steps: [{ text: 'Another attempt' }, { hang: true as const }] })),
    ]);
    await panel.command({ type: 'prompt', message: 'Too much' });
    await panel.until('it compacts', ({ compaction }) => compaction?.reason === 'overflow');
    await panel.command({ type: 'steer', message: 'another' });
    const answer = await panel.stop();
    const { queue } = await panel.snapshot();
    const returned = queue.returned.map(({ text }) => text).slice(-1);
    if (pi.can.stopCompaction) assert.deepEqual([textsOf(answer), returned], [['another'], ['another']]);
    else assert.deepEqual([answer.status, returned], [504, pi.can.clearQueue ? ['another'] : []]);
    held.open();
    await panel.until('nothing is running', ({ run, compaction }) => !run && !compaction);
    await assertIdle(panel);
    assert.ok(
      panel.view.entries.every(
        ({ message }) => answerText(message) !== 'Another attempt' || isAborted(message),
      ),
    );
  });
});

function textsOf({ status, body }: Reply): string[] {
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.success, true);
  return (body.data as { texts: string[] }).texts;
}

function said(view: View): string[] {
  return view.entries.flatMap(({ message }) => (message.role === 'user' ? [plainText(message.content)] : []));
}

function isFailure(message: AgentMessage): boolean {
  return message.role === 'assistant' && message.stopReason === 'error';
}

function isAborted(message: AgentMessage): boolean {
  return message.role === 'assistant' && message.stopReason === 'aborted';
}
