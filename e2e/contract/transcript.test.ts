// One long conversation on real pi. The transcript is the same as folded live, for a page that opens later, read back
// after a restart, and in pi's session file.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { messageOf } from '../../shared/view/history.ts';
import type { View } from '../../shared/view/view.ts';
import { CONTEXT_OVERFLOW, EARLY_COMPACTION, gate, says, OVERLOADED } from '../panel/scripted.ts';
import { conversationIn, readSessionFile } from '../panel/session-files.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { rowOf, rowsOf } from './summaries.ts';

const settings = { compaction: EARLY_COMPACTION };

onEveryPi({ settings, files: { 'a.txt': 'one\n' } }, ({ pi, test }) => {
  test(
    'the transcript is the same live, in a later snapshot, after a restart, and in the session file',
    { inNewSession: false },
    async (panel) => {
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
      assert.equal((await panel.restart()).status, 200);
      await panel.until('pi is back', ({ ready, exit }) => ready && !exit);
      assert.deepEqual(panel.view.session, session);
      assert.deepEqual(essence(panel.view), live);
      // These entries have the same words in every version.
      const expected = [
        'You: Work',
        'You: Faster',
        'You: And then',
        'Assistant: Whole.',
        'compactionSummary',
        'Assistant: Interrupted (aborted)',
      ];
      for (const row of expected) assert.ok(rowsOf(panel.view).includes(row), `${pi.version}: ${row}`);
    },
  );
});

/** Thoughts, text, bash, an edit, a steer during the run and a follow-up after it. */
async function workWithTools(panel: Lab): Promise<void> {
  const held = gate();
  const edits = { path: 'a.txt', edits: [{ oldText: 'one', newText: 'two' }] };
  panel.model.queue([
    {
      steps: [
        { think: 'Let me see.' },
        { text: 'I look.' },
        { until: held.until },
        { tool: 'bash', args: { command: 'cat a.txt; ls nowhere' } },
      ],
    },
    { steps: [{ text: 'I change it.' }, { tool: 'edit', args: edits }] },
    says('Changed.'),
    { steps: [{ think: 'More.' }, { text: 'Followed up.' }] },
  ]);
  await panel.command({ type: 'prompt', message: 'Work' });
  await panel.until('it speaks', ({ live }) => live?.blocks.some((block) => block?.type === 'text'));
  await panel.command({ type: 'prompt', message: 'Faster', streamingBehavior: 'steer' });
  await panel.command({ type: 'prompt', message: 'And then', streamingBehavior: 'followUp' });
  held.open();
  await answered(panel, 'Followed up.');
  assert.equal(await readFile(path.join(panel.workspace, 'a.txt'), 'utf8'), 'two\n');
}

async function failAndRetry(panel: Lab): Promise<void> {
  panel.model.queue([OVERLOADED, { steps: [{ text: 'half' }, { cut: true }] }, says('Whole.')]);
  await panel.command({ type: 'prompt', message: 'Again' });
  await answered(panel, 'Whole.');
}

async function compact(panel: Lab): Promise<void> {
  panel.model.queue([1, 2].map(() => says('What was said.')));
  await panel.command({ type: 'compact' });
  await panel.idle();
}

async function stopInText(panel: Lab): Promise<void> {
  panel.model.unqueue();
  await panel.hangingAnswer('Interrupted');
  await panel.stop();
  await panel.idle();
}

/** Stops the wait for the next attempt, so that the error remains. */
async function giveUpRetrying(panel: Lab): Promise<void> {
  panel.model.queue([OVERLOADED]);
  await panel.command({ type: 'prompt', message: 'In vain' });
  await panel.until('it waits', ({ retry }) => retry?.waiting);
  await panel.stop();
  await panel.idle();
}

async function stopInTool(panel: Lab): Promise<void> {
  panel.model.unqueue();
  panel.model.queue([
    { steps: [{ text: 'I wait.' }, { tool: 'bash', args: { command: 'echo waiting; sleep 60' } }] },
  ]);
  await panel.command({ type: 'prompt', message: 'Wait' });
  await panel.until('it waits', ({ toolRuns }) =>
    Object.values(toolRuns).some(({ output }) => output.tail.includes('waiting')),
  );
  await panel.stop();
  await panel.idle();
}

/** The context is too large for the model: pi compacts and tries again. */
async function overflow(panel: Lab): Promise<void> {
  panel.model.unqueue();
  panel.model.queue([CONTEXT_OVERFLOW, says('All in short.'), says('At last.')]);
  await panel.command({ type: 'prompt', message: 'Too much' });
  await panel.until('it is asked', (view) => rowsOf(view).at(-1) === 'You: Too much');
  await panel.idle();
  assert.equal(rowsOf(panel.view).at(-1), 'Assistant: At last.');
}

async function answered(panel: Lab, answer: string): Promise<void> {
  await panel.until(`it says ${answer}`, (view) => rowsOf(view).at(-1) === `Assistant: ${answer}`);
  await panel.idle();
}

/** Returns the content of a page, without the times of tool runs and the ids of entries, which only one side knows. */
function essence({ entries, toolRuns }: View): unknown {
  return {
    entries: entries.map(({ key, message }) => {
      // Before pi 1.x, the panel measures it live, and computes it from the times in the file later.
      if (message.role === 'assistant') return { key, message: { ...message, durationMs: undefined } };
      // Its time comes from the entry in the file, but from the event when seen live.
      if (message.role !== 'compactionSummary') return { key, message };
      const { role, summary, tokensBefore } = message;
      return { role, summary, tokensBefore };
    }),
    toolRuns: Object.values(toolRuns).map(({ id, name, args, state, output, exitCode, details }) => ({
      ...{ id, name, args, state, output, exitCode, details },
    })),
  };
}

/** Reads the conversation in pi's file without the server's code for that. */
async function storedRows({ folders, view }: Lab): Promise<string[]> {
  const entries = conversationIn(await readSessionFile(folders.agentDir, view.session!.file));
  return entries
    .flatMap((entry) => messageOf(entry) ?? [])
    .filter(({ role }) => role !== 'system' && role !== 'toolResult')
    .map((message) => rowOf(message, stopReasonOf(message)));
}

function stopReasonOf(message: AgentMessage): string | undefined {
  if (message.role !== 'assistant') return undefined;
  const isAborted = /operation was aborted|Request was aborted/.test(message.errorMessage ?? '');
  return isAborted ? 'aborted' : message.stopReason;
}
