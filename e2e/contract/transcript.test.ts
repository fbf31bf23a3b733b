// One long conversation on real pi: what a page has folded live, what one gets that opens later, what is read back
// from pi's session file after a restart, and what stands in that file are the same transcript.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { parseSession } from '../../shared/pi/session-parse.ts';
import { conversation, currentBranch } from '../../shared/pi/session-tree.ts';
import { messageOf, plainText } from '../../shared/view/history.ts';
import type { View } from '../../shared/view/view.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { OVERLOADED, rowsOf } from './said.ts';

const settings = { compaction: { enabled: true, reserveTokens: 16384, keepRecentTokens: 50 } };

onEveryPi({ settings, files: { 'a.txt': 'one\n' } }, (pi, lab) => {
  test('the transcript is the same live, for who comes late, after a restart, and in the session file', async () => {
    const panel = lab();
    await workWithTools(panel);
    await failAndRetry(panel);
    await compact(panel);
    await stopInText(panel);
    await giveUpRetrying(panel);
    await stopInTool(panel);
    await overflow(panel);

    const live = essence(panel.view);
    assert.deepEqual(essence(await panel.snapshot()), live);
    assert.deepEqual(await storedRows(panel), rowsOf(panel.view));
    const session = panel.view.session;
    assert.equal((await panel.post('restart')).status, 200);
    await panel.until('pi is back', ({ ready, exit }) => ready && !exit);
    assert.deepEqual(panel.view.session, session);
    assert.deepEqual(essence(panel.view), live);
    // What every version says in these words stands there at all.
    const expected = [
      'You: Work',
      'You: Faster',
      'You: And then',
      'Assistant: Whole.',
      'compactionSummary',
      'Assistant: Interrupted (aborted)',
    ];
    for (const row of expected) assert.ok(rowsOf(panel.view).includes(row), `${pi.version}: ${row}`);
  });
});

/** Thoughts, text, a bash, an edit, a steer into it and a follow-up behind it. */
async function workWithTools(panel: Lab): Promise<void> {
  const { promise: until, resolve: finish } = Promise.withResolvers<void>();
  const edits = { path: 'a.txt', edits: [{ oldText: 'one', newText: 'two' }] };
  panel.model.queue([
    {
      steps: [
        { think: 'Let me see.' },
        { text: 'I look.' },
        { until },
        { tool: 'bash', args: { command: 'cat a.txt; ls nowhere' } },
      ],
    },
    { steps: [{ text: 'I change it.' }, { tool: 'edit', args: edits }] },
    { steps: [{ text: 'Changed.' }] },
    { steps: [{ think: 'More.' }, { text: 'Followed up.' }] },
  ]);
  await panel.must({ type: 'prompt', message: 'Work' });
  await panel.until('it speaks', ({ live }) => live?.blocks.some((block) => block?.type === 'text'));
  await panel.must({ type: 'prompt', message: 'Faster', streamingBehavior: 'steer' });
  await panel.must({ type: 'prompt', message: 'And then', streamingBehavior: 'followUp' });
  finish();
  await answered(panel, 'Followed up.');
  assert.equal(await readFile(path.join(panel.workspace, 'a.txt'), 'utf8'), 'two\n');
}

async function failAndRetry(panel: Lab): Promise<void> {
  panel.model.queue([
    OVERLOADED,
    { steps: [{ text: 'half' }, { cut: true }] },
    { steps: [{ text: 'Whole.' }] },
  ]);
  await panel.must({ type: 'prompt', message: 'Again' });
  await answered(panel, 'Whole.');
}

async function compact(panel: Lab): Promise<void> {
  panel.model.queue([1, 2].map(() => ({ steps: [{ text: 'What was said.' }] })));
  await panel.must({ type: 'compact' });
  await panel.idle();
}

async function stopInText(panel: Lab): Promise<void> {
  panel.model.unqueue();
  await panel.hangingAnswer('Interrupted');
  await panel.post('stop');
  await panel.idle();
}

/** The wait for the next attempt is broken off: the error is what remains. */
async function giveUpRetrying(panel: Lab): Promise<void> {
  panel.model.queue([OVERLOADED]);
  await panel.must({ type: 'prompt', message: 'In vain' });
  await panel.until('it waits', ({ retry }) => retry?.waiting);
  await panel.post('stop');
  await panel.idle();
}

async function stopInTool(panel: Lab): Promise<void> {
  panel.model.unqueue();
  panel.model.queue([
    { steps: [{ text: 'I wait.' }, { tool: 'bash', args: { command: 'echo waiting; sleep 60' } }] },
  ]);
  await panel.must({ type: 'prompt', message: 'Wait' });
  await panel.until('it waits', ({ toolRuns }) =>
    Object.values(toolRuns).some(({ output }) => output.tail.includes('waiting')),
  );
  await panel.post('stop');
  await panel.idle();
}

/** Too much for the model: pi compacts and tries again by itself. */
async function overflow(panel: Lab): Promise<void> {
  panel.model.unqueue();
  const message = "This model's maximum context length is 128000 tokens.";
  const tooLong = { status: 400, body: { error: { message, code: 'context_length_exceeded' } } };
  panel.model.queue([tooLong, { steps: [{ text: 'All in short.' }] }, { steps: [{ text: 'At last.' }] }]);
  await panel.must({ type: 'prompt', message: 'Too much' });
  await panel.until('it is asked', (view) => rowsOf(view).at(-1) === 'You: Too much');
  await panel.idle();
  assert.equal(rowsOf(panel.view).at(-1), 'Assistant: At last.');
}

async function answered(panel: Lab, answer: string): Promise<void> {
  await panel.until(`it says ${answer}`, (view) => rowsOf(view).at(-1) === `Assistant: ${answer}`);
  await panel.idle();
}

/** What a reader sees. Times of tool runs, and the ids of entries, are known only on one side. */
function essence({ entries, toolRuns }: View): unknown {
  return {
    entries: entries.map(({ key, message }) => {
      // Its time is that of the entry in the file, and that of the event for who saw it live.
      if (message.role !== 'compactionSummary') return { key, message };
      const { role, summary, tokensBefore } = message;
      return { role, summary, tokensBefore };
    }),
    toolRuns: Object.values(toolRuns).map(({ id, name, args, state, output, exitCode, details }) => ({
      ...{ id, name, args, state, output, exitCode, details },
    })),
  };
}

/** The conversation in pi's file, read with nothing of the server's. */
async function storedRows(panel: Lab): Promise<string[]> {
  const sessions = path.join(panel.folder, 'agent', 'sessions');
  const names = await readdir(sessions, { recursive: true });
  const file = names.find((name) => name.endsWith(panel.view.session!.file!));
  const session = parseSession(await readFile(path.join(sessions, file!), 'utf8'));
  assert.ok(session);
  const messages = conversation(currentBranch(session.entries)).flatMap((entry) => messageOf(entry) ?? []);
  const shown = messages.filter(({ role }) => role !== 'system' && role !== 'toolResult');
  return shown.flatMap((message, at) => (isTriedAgain(message, shown.slice(at + 1)) ? [] : [rowOf(message)]));
}

/** Up to 0.86 failed attempts stay in the file, and the next one stands behind. */
function isTriedAgain(message: AgentMessage, later: AgentMessage[]): boolean {
  const next = later.find(({ role }) => role !== 'compactionSummary');
  return rowOf(message).endsWith('(error)') && next?.role === 'assistant';
}

function rowOf(message: AgentMessage): string {
  if (message.role === 'user') return `You: ${plainText(message.content)}`;
  if (message.role !== 'assistant') return message.role;
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const isAborted = /operation was aborted|Request was aborted/.test(message.errorMessage ?? '');
  const how = isAborted ? 'aborted' : message.stopReason;
  return `Assistant: ${text}${how === 'stop' || how === 'toolUse' ? '' : ` (${how})`}`;
}
