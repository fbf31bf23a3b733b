// What a reader of the page sees, as lines to compare, and what the panel refused with.
import assert from 'node:assert/strict';
import type { SessionState } from '../../shared/pi/commands.ts';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { plainText } from '../../shared/view/history.ts';
import type { Entry, View } from '../../shared/view/view.ts';
import type { Lab, Said } from './lab.ts';

/** `You: text`, `Assistant: text`, and the other rows by their role. */
export function rowsOf({ entries }: { entries: readonly Entry[] }): string[] {
  return entries.map(({ message }) => {
    if (message.role === 'user') return `You: ${plainText(message.content)}`;
    if (message.role !== 'assistant') return message.role;
    const how =
      message.stopReason === 'stop' || message.stopReason === 'toolUse' ? '' : ` (${message.stopReason})`;
    return `Assistant: ${answerText(message)}${how}`;
  });
}

export function answerText(message: AgentMessage | undefined): string {
  if (message?.role !== 'assistant') return '';
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** The words of a refusal, or of pi's own no. */
export function wordsOf({ body }: Said): string {
  const { error } = body as { error?: string | { message: string } };
  return typeof error === 'object' ? error.message : (error ?? '');
}

/** What was accepted and never delivered. */
export function returnedTexts({ queue }: Pick<View, 'queue'>): string[] {
  return queue.returned.map(({ text }) => text);
}

export const runsOf = (view: View) => Object.values(view.toolRuns);

/** The page shows it at once, and pi itself says so. */
export async function assertIdle(panel: Lab): Promise<void> {
  const { run, retry, compaction, live } = await panel.snapshot();
  assert.deepEqual([run, retry, compaction, live], [null, null, null, null]);
  const state = await panel.must<SessionState>({ type: 'get_state' });
  assert.deepEqual([state.isStreaming, state.isCompacting, state.pendingMessageCount], [false, false, 0]);
}

/** How providers say that they are too busy, so that pi tries again. */
export const OVERLOADED = {
  status: 529,
  body: { error: { type: 'overloaded_error', message: 'Overloaded' } },
};
