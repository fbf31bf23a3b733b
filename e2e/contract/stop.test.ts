// The person's Stop on real pi: one route, and afterwards nothing goes on, whatever `abort` means in that version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { plainText } from '../../shared/view/history.ts';
import { isWaiting, textsOf as waitingTexts } from '../../shared/view/queue.ts';
import type { View } from '../../shared/view/view.ts';
import type { Said } from './lab.ts';
import { onEveryPi } from './every-pi.ts';
import { answerText, assertIdle, OVERLOADED, wordsOf } from './said.ts';

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

onEveryPi({ extension: EXTENSION, files: FILES }, (pi, lab) => {
  /** pi goes on with its queue after an abort, and there is no command to empty it. */
  const goesOn = !pi.can.clearQueue && pi.version !== '0.73.1';

  test('what was queued comes back as it was typed, and nothing of it is said by itself', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.hangingAnswer();
    const prompt = { type: 'prompt', streamingBehavior: 'steer' } as const;
    await panel.must({ ...prompt, message: '/fix a.ts' });
    await panel.must({ ...prompt, message: 'another' });
    await panel.must({ type: 'follow_up', message: 'later' });
    assert.deepEqual(waitingTexts(panel.view.queue), {
      steering: ['/fix a.ts', 'another'],
      followUp: ['later'],
    });
    panel.model.queue([1, 2, 3].map(() => ({ steps: [{ text: 'Going on' }, { hang: true }] })));

    const texts = textsOf(await panel.post('stop'));
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
    panel.model.queue([{ steps: [{ text: 'A new answer.' }] }]);
    const before = said(panel.view);
    await panel.must({ type: 'prompt', message: 'next' });
    await panel.until(
      'it is answered',
      ({ entries }) => answerText(entries.at(-1)?.message) === 'A new answer.',
    );
    await panel.idle();
    assert.deepEqual(said(panel.view), [...before, 'next']);
  });

  test('an answer that has not begun is stopped', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([{ steps: [{ hang: true }] }]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it runs', ({ run }) => run);
    assert.deepEqual(textsOf(await panel.post('stop')), []);
    await assertIdle(panel);
    assert.ok(panel.view.entries.every(({ message }) => !isFailure(message)));
  });

  test('a tool is stopped, and that is no failure of the model', async () => {
    const panel = lab();
    await panel.startOver();
    const args = { command: 'echo started; sleep 60' };
    panel.model.queue([{ steps: [{ tool: 'bash', args }] }, { steps: [{ hang: true }] }]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('the tool speaks', ({ toolRuns }) =>
      Object.values(toolRuns).some(({ output }) => output.tail.includes('started')),
    );
    textsOf(await panel.post('stop'));
    await assertIdle(panel);
    assert.deepEqual(
      Object.values(panel.view.toolRuns).map(({ state }) => state),
      ['aborted'],
    );
    assert.ok(panel.view.entries.every(({ message }) => !isFailure(message)));
  });

  test('R-18: a tool that waits in a dialog is stopped', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([{ steps: [{ tool: 'ask_me', args: {} }] }, { steps: [{ hang: true }] }]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it asks', ({ dialogs }) => dialogs.length > 0);
    textsOf(await panel.post('stop'));
    await assertIdle(panel);
    assert.deepEqual(panel.view.dialogs, []);
  });

  test('the wait for a retry is stopped, with what was steered in meanwhile', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([OVERLOADED]);
    panel.model.queue([1, 2].map(() => ({ steps: [{ hang: true }] })));
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it waits', ({ retry }) => retry?.waiting);
    await panel.must({ type: 'steer', message: 'another' });
    const texts = textsOf(await panel.post('stop'));
    await assertIdle(panel);
    assert.deepEqual([...said(panel.view), ...texts], ['go', 'another']);
  });

  test('R-18: of two stops at once both are answered, and the first has the texts', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.hangingAnswer();
    await panel.must({ type: 'steer', message: 'another' });
    panel.model.queue([{ steps: [{ hang: true }] }]);
    const texts = (await Promise.all([panel.post('stop'), panel.post('stop')])).map(textsOf);
    await assertIdle(panel);
    assert.deepEqual(texts, goesOn ? [[], []] : [['another'], []]);
    assert.deepEqual(textsOf(await panel.post('stop')), [], 'a stop of nothing');
  });

  test("the person's own commands are stopped, or those are named that cannot be", async () => {
    const panel = lab();
    await panel.startOver();
    const bashes = ['sleep 61', 'sleep 62'].map((command) => panel.command({ type: 'bash', command }));
    await panel.until('both run', ({ toolRuns }) => Object.keys(toolRuns).length === 2);
    const answer = await panel.post('stop');
    if (!pi.can.stopEveryBash) {
      assert.equal(answer.status, 504);
      assert.match(wordsOf(answer), /stops only the command begun last. Still running: sleep 61$/);
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

onEveryPi(
  { settings: { compaction: { enabled: true, reserveTokens: 16384, keepRecentTokens: 50 } } },
  (pi, lab) => {
    test('a compaction is stopped, or it is said that this pi cannot', async () => {
      const panel = lab();
      for (const n of [1, 2]) {
        panel.model.queue([{ steps: [{ text: `Answer ${n}. `, repeat: 200 }] }]);
        await panel.must({ type: 'prompt', message: `Question ${n}` });
        await panel.until('it is answered', ({ entries }) => entries.length === 2 * n);
        await panel.idle();
      }
      const { promise: until, resolve: finish } = Promise.withResolvers<void>();
      panel.model.queue([{ steps: [{ text: 'A summary' }, { until }, { text: ' of it.' }] }]);
      const compacted = panel.command({ type: 'compact' });
      await panel.until('it compacts', ({ compaction }) => compaction);
      const answer = await panel.post('stop');
      if (!pi.can.stopCompaction) {
        assert.equal(answer.status, 504);
        assert.match(wordsOf(answer), /cannot break off a compaction/);
      } else textsOf(answer);
      finish();
      assert.equal((await compacted).body.success, !pi.can.stopCompaction);
      await panel.idle();
      assert.equal(
        panel.view.entries.some(({ message }) => message.role === 'compactionSummary'),
        !pi.can.stopCompaction,
      );
      await assertIdle(panel);
    });

    test('a compaction that would lead to another attempt leads to none after a stop', async () => {
      const panel = lab();
      await panel.startOver();
      panel.model.queue([{ steps: [{ text: 'An answer. ', repeat: 200 }] }]);
      await panel.must({ type: 'prompt', message: 'Question' });
      await panel.until('it is answered', ({ entries }) => entries.length === 2);
      await panel.idle();
      const { promise: until, resolve: finish } = Promise.withResolvers<void>();
      const message = "This model's maximum context length is 128000 tokens.";
      panel.model.queue([
        { status: 400, body: { error: { message, code: 'context_length_exceeded' } } },
        { steps: [{ text: 'A summary' }, { until }, { text: ' of it.' }] },
        ...[1, 2, 3].map(() => ({ steps: [{ text: 'Another attempt' }, { hang: true as const }] })),
      ]);
      await panel.must({ type: 'prompt', message: 'Too much' });
      await panel.until('it compacts', ({ compaction }) => compaction?.reason === 'overflow');
      await panel.must({ type: 'steer', message: 'another' });
      const answer = await panel.post('stop');
      const { queue } = await panel.snapshot();
      const returned = queue.returned.map(({ text }) => text).slice(-1);
      if (pi.can.stopCompaction) assert.deepEqual([textsOf(answer), returned], [['another'], ['another']]);
      else assert.deepEqual([answer.status, returned], [504, pi.can.clearQueue ? ['another'] : []]);
      finish();
      await panel.until('nothing goes on', ({ run, compaction }) => !run && !compaction);
      await assertIdle(panel);
      assert.ok(
        panel.view.entries.every(
          ({ message }) => answerText(message) !== 'Another attempt' || isAborted(message),
        ),
      );
    });
  },
);

function textsOf({ status, body }: Said): string[] {
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
