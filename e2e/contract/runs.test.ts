// Surprising runs on real pi: concurrent prompts, answers that end oddly, runs that are aborted.
import assert from 'node:assert/strict';
import type { SessionState } from '../../shared/pi/commands.ts';
import { textsOf } from '../../shared/view/queue.ts';
import { EARLY_COMPACTION, gate, says, OVERLOADED } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import { answerText, assertIdle, rowsOf, runsOf, reasonOf } from './summaries.ts';

const settings = { compaction: EARLY_COMPACTION };

onEveryPi({ settings, files: { 'a.txt': 'one\n' } }, ({ pi, test }) => {
  test('R-17: the second of two concurrent prompts is refused with a reason, and the run continues', async (panel) => {
    const held = gate();
    panel.model.queue([{ steps: [{ text: 'First' }, { until: held.until }, { text: ' answered.' }] }]);
    const [first, second] = await Promise.all([
      panel.tryCommand({ type: 'prompt', message: 'one' }),
      panel.tryCommand({ type: 'prompt', message: 'two' }),
    ]);
    assert.equal(first.body.success, true);
    assert.equal(second.body.success, false);
    assert.match(reasonOf(second), /already processing/);
    await panel.until('it answers', ({ live }) => live?.blocks.length);
    assert.ok(panel.view.run);
    held.open();
    assert.deepEqual(rowsOf(await panel.idle()), ['You: one', 'Assistant: First answered.']);
  });

  test('R-17: the second of two concurrent prompts that may be queued is answered in the same run', async (panel) => {
    panel.model.queue([says('First.'), says('Second.')]);
    const prompt = { type: 'prompt', streamingBehavior: 'followUp' } as const;
    await Promise.all([
      panel.command({ ...prompt, message: 'one' }),
      panel.command({ ...prompt, message: 'two' }),
    ]);
    assert.deepEqual(rowsOf(await panel.settled(4)), [
      'You: one',
      'Assistant: First.',
      'You: two',
      'Assistant: Second.',
    ]);
  });

  test('cost and context grow with each message of a run, not only at its end', async (panel) => {
    panel.model.queue([
      {
        steps: [{ tool: 'read', args: { path: 'a.txt' } }],
        usage: { prompt_tokens: 9000, completion_tokens: 50 },
      },
      { steps: [{ text: 'Half' }, { hang: true }] },
    ]);
    await panel.command({ type: 'prompt', message: 'go' });
    const { run, stats } = await panel.until(
      'the first message counts',
      (view) => (view.stats?.contextUsage?.tokens ?? 0) >= 9000,
    );
    assert.ok(run);
    assert.ok(stats!.cost > 0);
    // pi 1.5.2 dies when it is stopped while a read opens its file (an unhandled AbortError of the stream).
    await panel.until('the read is done', ({ live }) => live?.blocks.some((block) => block?.type === 'text'));
    await panel.stop();
  });

  test('a steer that comes too late stays in the queue and goes with the next prompt', async (panel) => {
    await panel.command({ type: 'steer', message: 'too late' });
    assert.deepEqual(textsOf(panel.view.queue).steering, ['too late']);
    assert.equal(panel.view.run, null);
    panel.model.queue([says('All of it.')]);
    await panel.command({ type: 'prompt', message: 'next' });
    await panel.until('it is answered', ({ entries }) => entries.length >= 3);
    assert.deepEqual(rowsOf(await panel.idle()).slice(0, 2), ['You: next', 'You: too late']);
    assert.deepEqual(textsOf(panel.view.queue).steering, []);
  });

  test('failed attempts disappear when the retry succeeds', async (panel) => {
    panel.model.queue([OVERLOADED, { steps: [{ text: 'half' }, { cut: true }] }, says('Whole.')]);
    await panel.command({ type: 'prompt', message: 'go' });
    const { retry } = await panel.until('it waits', (view) => view.retry?.waiting);
    // On a busy machine the second failure may be there before this one was looked at.
    assert.match(retry!.errorMessage, /verload|terminated/);
    await panel.until(
      'it is answered',
      ({ entries }) => entries.length === 2 && rowsOf(panel.view)[1]!.includes('Whole'),
    );
    assert.deepEqual(rowsOf(await panel.idle()), ['You: go', 'Assistant: Whole.']);
    assert.deepEqual(rowsOf(await panel.snapshot()), ['You: go', 'Assistant: Whole.']);
  });

  test('when the retries run out, the last error is shown once', async (panel) => {
    panel.model.queue([OVERLOADED, OVERLOADED, OVERLOADED, OVERLOADED]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('it waits', ({ retry }) => retry);
    assert.deepEqual(rowsOf(await panel.idle()), ['You: go', 'Assistant:  (error)']);
    await assertIdle(panel);
  });

  test('a truncated answer and an empty one are recognizable', async (panel) => {
    // Since 0.87 pi compacts and tries again if it may.
    await panel.command({ type: 'set_auto_compaction', enabled: false });
    panel.model.queue([{ steps: [{ text: 'Too lo' }], finish: 'length' }, { steps: [] }]);
    for (const [n, message] of ['one', 'two'].entries()) {
      await panel.command({ type: 'prompt', message });
      await panel.settled(2 * (n + 1));
    }
    await panel.command({ type: 'set_auto_compaction', enabled: true });
    const [, first, , second] = rowsOf(panel.view);
    assert.equal(first, 'Assistant: Too lo (length)');
    assert.equal(second, 'Assistant: ');
  });

  test('a refusal by the content filter shows its reason', async (panel) => {
    panel.model.queue([{ steps: [{ text: 'No' }], finish: 'content_filter' }]);
    await panel.command({ type: 'prompt', message: 'go' });
    const last = (await panel.settled(2)).entries.at(-1)?.message;
    assert.match((last?.role === 'assistant' && last.errorMessage) || '', /content_filter/);
  });

  test('thoughts and text are streamed, including U+2028', async (panel) => {
    const held = gate();
    panel.model.queue([
      {
        steps: [
          { think: 'First I\u2028think.' },
          { text: 'Then I an' },
          { until: held.until },
          { text: 'swer.' },
        ],
      },
    ]);
    await panel.command({ type: 'prompt', message: 'go' });
    const { live } = await panel.until('it answers', (view) =>
      view.live?.blocks.some((block) => block?.type === 'text' && block.text === 'Then I an'),
    );
    assert.deepEqual(live?.blocks, [
      { type: 'thinking', thinking: 'First I\u2028think.' },
      { type: 'text', text: 'Then I an' },
    ]);
    held.open();
    const last = (await panel.settled(2)).entries.at(-1)!.message;
    assert.deepEqual(last.role === 'assistant' && last.content, [
      { type: 'thinking', thinking: 'First I\u2028think.' },
      { type: 'text', text: 'Then I answer.' },
    ]);
  });

  test('the tools of one turn run in parallel, and each ends with its own output', async (panel) => {
    const commands = [
      { command: 'sleep 0.2; echo slow' },
      { command: 'echo quick' },
      { command: 'echo bad; exit 3' },
      { command: 'echo begun; sleep 60', timeout: 0.3 },
    ];
    panel.model.queue([
      { steps: commands.map((args, n) => ({ tool: 'bash', id: `call_${n}`, args })) },
      says('Done.'),
    ]);
    await panel.command({ type: 'prompt', message: 'go' });
    const runs = runsOf(await panel.settled(3));
    assert.deepEqual(
      runs.map(({ id, state, exitCode }) => [id, state, exitCode]),
      [
        ['call_0', 'ok', 0],
        ['call_1', 'ok', 0],
        ['call_2', 'failed', 3],
        ['call_3', 'timed-out', undefined],
      ],
    );
    assert.match(runs[0]!.output.tail, /slow/);
    assert.deepEqual((await panel.snapshot()).toolRuns, panel.view.toolRuns);
  });

  test('a tool call with truncated arguments runs in some versions and is refused in others', async (panel) => {
    panel.model.queue([{ steps: [{ tool: 'bash', args: '{"command": "echo broken' }] }, says('Done.')]);
    await panel.command({ type: 'prompt', message: 'go' });
    const [run] = runsOf(await panel.settled(3));
    const isRefused = run?.state === 'failed';
    assert.ok(
      isRefused ? /rgument/.test(run.output.tail) : /^broken/.test(run!.output.tail),
      run?.output.tail,
    );
    assert.equal(isRefused, pi.version.startsWith('1.'));
  });

  test('a compaction during a run ends the run completely', async (panel) => {
    panel.model.queue([{ steps: [{ text: 'Long. ', repeat: 200 }] }]);
    await panel.command({ type: 'prompt', message: 'first' });
    await panel.settled(2);
    await panel.hangingAnswer('Interrupted');
    panel.model.queue([1, 2].map(() => says('A summary.')));
    await panel.tryCommand({ type: 'compact' });
    const view = await panel.idle();
    assert.deepEqual(view.live, null);
    const rows = rowsOf(view);
    assert.ok(rows.includes('Assistant: Interrupted (aborted)'), rows.join('\n'));
    await assertIdle(panel);
  });

  test('a prompt during a compaction waits in the queue and starts a run afterwards', async (panel) => {
    panel.model.queue([
      { steps: [{ text: 'Long. ', repeat: 200 }] },
      { steps: [{ text: 'Longer. ', repeat: 200 }] },
    ]);
    for (const n of [1, 2]) {
      await panel.command({ type: 'prompt', message: `prompt ${n}` });
      await panel.settled(2 * n);
    }
    const held = gate();
    panel.model.queue([1, 2, 3].map(() => ({ steps: [{ until: held.until }, { text: 'Said.' }] })));
    const compacted = panel.tryCommand({ type: 'compact' });
    await panel.until('it compacts', ({ compaction }) => compaction);
    await panel.command({ type: 'prompt', message: 'meanwhile' });
    await panel.until('it waits', ({ queue }) => queue.steering.some(({ text }) => text === 'meanwhile'));
    held.open();
    assert.equal((await compacted).body.success, true);
    await panel.until('it is answered', (view) => !view.run && rowsOf(view).at(-1) === 'Assistant: Said.');
    assert.equal(rowsOf(panel.view).at(-2), 'You: meanwhile');
  });

  test('a compaction of an empty session is refused with a reason, or shown like any other', async (panel) => {
    const answer = await panel.tryCommand({ type: 'compact' });
    await panel.idle();
    // 0.73.1 summarizes even an empty session.
    if (answer.body.success) assert.deepEqual(rowsOf(panel.view), ['compactionSummary']);
    else assert.match(reasonOf(answer), /[Nn]othing to compact/);
    await assertIdle(panel);
  });

  test('a new session ends the run, and the old session keeps its messages', async (panel) => {
    await panel.converse('before', 'Said.');
    const old = panel.view.session!.id;
    await panel.hangingAnswer();
    await panel.command({ type: 'new_session' });
    await assertIdle(panel);
    assert.deepEqual(rowsOf(panel.view), []);
    await panel.command({ type: 'switch_session', session: old });
    assert.deepEqual(rowsOf(panel.view).slice(0, 3), ['You: before', 'Assistant: Said.', 'You: go']);
    await assertIdle(panel);
  });

  test('if the model lacks a thinking level, the page shows the level that pi chose', async (panel) => {
    await panel.command({ type: 'set_thinking_level', level: 'low' });
    await panel.command({ type: 'set_thinking_level', level: 'max' });
    const { thinkingLevel } = await panel.command<SessionState>({ type: 'get_state' });
    assert.notEqual(thinkingLevel, 'max');
    assert.equal(panel.view.thinkingLevel, thinkingLevel);
    await panel.command({ type: 'set_thinking_level', level: 'medium' });
  });

  test('a long message is shown in full', async (panel) => {
    const message = `${'A long line of text. '.repeat(5000)}End`;
    panel.model.queue([says('Read.')]);
    await panel.command({ type: 'prompt', message });
    assert.equal(rowsOf(await panel.settled(2))[0], `You: ${message}`);
    assert.equal(answerText(panel.view.entries[1]!.message), 'Read.');
  });
});
