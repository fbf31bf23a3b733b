// Short summaries of what a page shows, for comparisons.
import assert from 'node:assert/strict';
import type { SessionState } from '../../shared/pi/commands.ts';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { plainText } from '../../shared/view/history.ts';
import type { Entry, ToolRun } from '../../shared/view/conversation.ts';
import type { View } from '../../shared/view/view.ts';
import type { Reply } from '../panel/client.ts';
import type { Lab } from './lab.ts';

/** Returns `You: text`, `Assistant: text`, and other entries by their role. */
export function rowsOf({ entries }: { entries: readonly Entry[] }): string[] {
  return entries.map(({ message }) =>
    rowOf(message, message.role === 'assistant' ? message.stopReason : undefined),
  );
}

/** Describes a message. `stopReason` is added if the answer did not end normally. */
export function rowOf(message: AgentMessage, stopReason?: string): string {
  if (message.role === 'user') return `You: ${plainText(message.content)}`;
  if (message.role !== 'assistant') return message.role;
  const isNormal = stopReason === 'stop' || stopReason === 'toolUse';
  return `Assistant: ${answerText(message)}${isNormal ? '' : ` (${stopReason})`}`;
}

export function answerText(message: AgentMessage | undefined): string {
  if (message?.role !== 'assistant') return '';
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** Returns why the panel or pi refused. */
export function reasonOf({ body }: Reply): string {
  const { error } = body as { error?: string | { message: string } };
  return typeof error === 'object' ? error.message : (error ?? '');
}

/** Returns the texts of the messages that were accepted and never delivered. */
export function returnedTexts({ queue }: Pick<View, 'queue'>): string[] {
  return queue.returned.map(({ text }) => text);
}

export const runsOf = (view: View): ToolRun[] => Object.values(view.toolRuns);

/** Both the view and pi are idle at once. */
export async function assertIdle(panel: Lab): Promise<void> {
  const { run, retry, compaction, live } = await panel.snapshot();
  assert.deepEqual([run, retry, compaction, live], [null, null, null, null]);
  const state = await panel.command<SessionState>({ type: 'get_state' });
  assert.deepEqual([state.isStreaming, state.isCompacting, state.pendingMessageCount], [false, false, 0]);
}
