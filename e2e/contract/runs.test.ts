// Runs as real pi has them, where it surprises: prompts that cross, answers that end oddly, runs that are cut off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionState } from '../../shared/pi/commands.ts';
import { textsOf } from '../../shared/view/queue.ts';
import { onEveryPi } from './every-pi.ts';
import { answerText, assertIdle, OVERLOADED, rowsOf, runsOf, wordsOf } from './said.ts';

const settings = { compaction: { enabled: true, reserveTokens: 16384, keepRecentTokens: 50 } };

onEveryPi({ settings, files: { 'a.txt': 'one\n' } }, (pi, lab) => {
  test('R-17: of two prompts at once none is lost: the second is refused in words, and the run is on throughout', async () => {
    const panel = lab();
    await panel.startOver();
    const { promise: until, resolve: finish } = Promise.withResolvers<void>();
    panel.model.queue([{ steps: [{ text: 'First' }, { until }, { text: ' answered.' }] }]);
    const [first, second] = await Promise.all([
      panel.command({ type: 'prompt', message: 'one' }),
      panel.command({ type: 'prompt', message: 'two' }),
    ]);
    assert.equal(first.body.success, true);
    assert.equal(second.body.success, false);
    assert.match(wordsOf(second), /already processing/);
    await panel.until('it answers', ({ live }) => live?.blocks.length);
    assert.ok(panel.view.run);
    finish();
    assert.deepEqual(rowsOf(await panel.idle()), ['You: one', 'Assistant: First answered.']);
  });

  test('R-17: of two prompts at once with a way to queue, the second is answered in the same run', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([{ steps: [{ text: 'First.' }] }, { steps: [{ text: 'Second.' }] }]);
    const prompt = { type: 'prompt', streamingBehavior: 'followUp' } as const;
    await Promise.all([panel.must({ ...prompt, message: 'one' }), panel.must({ ...prompt, message: 'two' })]);
    await panel.until('both are answered', ({ entries }) => entries.length === 4);
    assert.deepEqual(rowsOf(await panel.idle()), [
      'You: one',
      'Assistant: First.',
      'You: two',
      'Assistant: Second.',
    ]);
  });

  test('a steer that comes too late waits in sight, and goes with the next prompt', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'steer', message: 'too late' });
    assert.deepEqual(textsOf(panel.view.queue).steering, ['too late']);
    assert.equal(panel.view.run, null);
    panel.model.queue([{ steps: [{ text: 'All of it.' }] }]);
    await panel.must({ type: 'prompt', message: 'next' });
    await panel.until('it is answered', ({ entries }) => entries.length >= 3);
    assert.deepEqual(rowsOf(await panel.idle()).slice(0, 2), ['You: next', 'You: too late']);
    assert.deepEqual(textsOf(panel.view.queue).steering, []);
  });

  test('failed attempts go when the retry comes, and the answer stands alone', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([
      OVERLOADED,
      { steps: [{ text: 'half' }, { cut: true }] },
      { steps: [{ text: 'Whole.' }] },
    ]);
    await panel.must({ type: 'prompt', message: 'go' });
    const { retry } = await panel.until('it waits', (view) => view.retry?.waiting);
    assert.match(retry!.errorMessage, /verload/);
    await panel.until(
      'it is answered',
      ({ entries }) => entries.length === 2 && rowsOf(panel.view)[1]!.includes('Whole'),
    );
    assert.deepEqual(rowsOf(await panel.idle()), ['You: go', 'Assistant: Whole.']);
    assert.deepEqual(rowsOf(await panel.snapshot()), ['You: go', 'Assistant: Whole.']);
  });

  test('a retry that runs out leaves the last error, once', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([OVERLOADED, OVERLOADED, OVERLOADED, OVERLOADED]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it waits', ({ retry }) => retry);
    assert.deepEqual(rowsOf(await panel.idle()), ['You: go', 'Assistant:  (error)']);
    await assertIdle(panel);
  });

  test('an answer that was cut at its length, and one that is empty, look like what they are', async () => {
    const panel = lab();
    await panel.startOver();
    // Since 0.87 pi compacts and tries again when it can.
    await panel.must({ type: 'set_auto_compaction', enabled: false });
    panel.model.queue([{ steps: [{ text: 'Too lo' }], finish: 'length' }, { steps: [] }]);
    for (const [n, message] of ['one', 'two'].entries()) {
      await panel.must({ type: 'prompt', message });
      await panel.until('it is answered', ({ entries }) => entries.length === 2 * (n + 1));
      await panel.idle();
    }
    await panel.must({ type: 'set_auto_compaction', enabled: true });
    const [, first, , second] = rowsOf(panel.view);
    assert.equal(first, 'Assistant: Too lo (length)');
    assert.equal(second, 'Assistant: ');
  });

  test('a refusal by the content filter is an error in words', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([{ steps: [{ text: 'No' }], finish: 'content_filter' }]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it is answered', ({ entries }) => entries.length === 2);
    const last = (await panel.idle()).entries.at(-1)?.message;
    assert.match((last?.role === 'assistant' && last.errorMessage) || '', /content_filter/);
  });

  test('thoughts and text come as they are written, line separators inside them too', async () => {
    const panel = lab();
    await panel.startOver();
    const { promise: until, resolve: finish } = Promise.withResolvers<void>();
    panel.model.queue([
      { steps: [{ think: 'First I\u2028think.' }, { text: 'Then I an' }, { until }, { text: 'swer.' }] },
    ]);
    await panel.must({ type: 'prompt', message: 'go' });
    const { live } = await panel.until('it answers', (view) =>
      view.live?.blocks.some((block) => block?.type === 'text' && block.text === 'Then I an'),
    );
    assert.deepEqual(live?.blocks, [
      { type: 'thinking', thinking: 'First I\u2028think.' },
      { type: 'text', text: 'Then I an' },
    ]);
    finish();
    await panel.until('it is answered', ({ entries }) => entries.length === 2);
    const last = (await panel.idle()).entries.at(-1)!.message;
    assert.deepEqual(last.role === 'assistant' && last.content, [
      { type: 'thinking', thinking: 'First I\u2028think.' },
      { type: 'text', text: 'Then I answer.' },
    ]);
  });

  test('tools of one turn run at once, and each ends with its own output', async () => {
    const panel = lab();
    await panel.startOver();
    const commands = [
      { command: 'sleep 0.2; echo slow' },
      { command: 'echo quick' },
      { command: 'echo bad; exit 3' },
      { command: 'echo begun; sleep 60', timeout: 0.3 },
    ];
    panel.model.queue([
      { steps: commands.map((args, n) => ({ tool: 'bash', id: `call_${n}`, args })) },
      { steps: [{ text: 'Done.' }] },
    ]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it is answered', ({ entries }) => entries.length === 3);
    const runs = runsOf(await panel.idle());
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

  test('a call whose arguments are cut off is run by some and refused by others: the page shows which', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([
      { steps: [{ tool: 'bash', args: '{"command": "echo broken' }] },
      { steps: [{ text: 'Done.' }] },
    ]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it is answered', ({ entries }) => entries.length === 3);
    const [run] = runsOf(await panel.idle());
    const isRefused = run?.state === 'failed';
    assert.ok(
      isRefused ? /rgument/.test(run.output.tail) : /^broken/.test(run!.output.tail),
      run?.output.tail,
    );
    assert.equal(isRefused, pi.version.startsWith('1.'));
  });

  test('a compaction during a run ends it, and nothing of it stays open', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([{ steps: [{ text: 'Long. ', repeat: 200 }] }]);
    await panel.must({ type: 'prompt', message: 'first' });
    await panel.until('it is answered', ({ entries }) => entries.length === 2);
    await panel.idle();
    await panel.hangingAnswer('Interrupted');
    panel.model.queue([1, 2].map(() => ({ steps: [{ text: 'A summary.' }] })));
    await panel.command({ type: 'compact' });
    const view = await panel.idle();
    assert.deepEqual(view.live, null);
    const rows = rowsOf(view);
    assert.ok(rows.includes('Assistant: Interrupted (aborted)'), rows.join('\n'));
    await assertIdle(panel);
  });

  test('a prompt during a compaction is refused in words, not lost', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([
      { steps: [{ text: 'Long. ', repeat: 200 }] },
      { steps: [{ text: 'Longer. ', repeat: 200 }] },
    ]);
    for (const n of [1, 2]) {
      await panel.must({ type: 'prompt', message: `prompt ${n}` });
      await panel.until('it is answered', ({ entries }) => entries.length === 2 * n);
      await panel.idle();
    }
    const { promise: until, resolve: finish } = Promise.withResolvers<void>();
    panel.model.queue([1, 2].map(() => ({ steps: [{ until }, { text: 'A summary.' }] })));
    const compacted = panel.command({ type: 'compact' });
    await panel.until('it compacts', ({ compaction }) => compaction);
    const answer = await panel.command({ type: 'prompt', message: 'meanwhile' });
    assert.notEqual(answer.body.success, true);
    assert.match(wordsOf(answer), /compact/);
    finish();
    assert.equal((await compacted).body.success, true);
    await panel.idle();
  });

  test('a compaction of nothing is refused in words, or shown like any other', async () => {
    const panel = lab();
    await panel.startOver();
    const answer = await panel.command({ type: 'compact' });
    await panel.idle();
    // 0.73.1 has a summary made of nothing.
    if (answer.body.success) assert.deepEqual(rowsOf(panel.view), ['compactionSummary']);
    else assert.match(wordsOf(answer), /[Nn]othing to compact/);
    await assertIdle(panel);
  });

  test('a new session during a run ends it; the old one keeps what was said so far', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([{ steps: [{ text: 'Said.' }] }]);
    await panel.must({ type: 'prompt', message: 'before' });
    await panel.until('it is answered', ({ entries }) => entries.length === 2);
    await panel.idle();
    const old = panel.view.session!.id;
    await panel.hangingAnswer();
    await panel.must({ type: 'new_session' });
    await assertIdle(panel);
    assert.deepEqual(rowsOf(panel.view), []);
    await panel.must({ type: 'switch_session', session: old });
    assert.deepEqual(rowsOf(panel.view).slice(0, 3), ['You: before', 'Assistant: Said.', 'You: go']);
    await assertIdle(panel);
  });

  test('a level that the model has not becomes the one that pi took', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'set_thinking_level', level: 'low' });
    await panel.must({ type: 'set_thinking_level', level: 'max' });
    const { thinkingLevel } = await panel.must<SessionState>({ type: 'get_state' });
    assert.notEqual(thinkingLevel, 'max');
    assert.equal(panel.view.thinkingLevel, thinkingLevel);
    await panel.must({ type: 'set_thinking_level', level: 'medium' });
  });

  test('a long message comes back whole', async () => {
    const panel = lab();
    await panel.startOver();
    const message = `${'A long line of text. '.repeat(5000)}End`;
    panel.model.queue([{ steps: [{ text: 'Read.' }] }]);
    await panel.must({ type: 'prompt', message });
    await panel.until('it is answered', ({ entries }) => entries.length === 2);
    assert.equal(rowsOf(await panel.idle())[0], `You: ${message}`);
    assert.equal(answerText(panel.view.entries[1]!.message), 'Read.');
  });
});
