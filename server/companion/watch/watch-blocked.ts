// Reports tool calls that an extension blocked.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { CHANNEL, type CompanionEntry, type CompanionReport } from '../../../shared/companion.ts';

/**
 * Reports blocked calls, and stores them in the session, where the model does not see them. pi emits `tool_call` before
 * a call and `tool_result` after it, but no `tool_result` for a call that an extension blocks. In the records and in
 * the session, such a call looks like a failed one (in pi 0.73.1 to 1.5.2).
 */
export function watchBlocked(
  pi: ExtensionAPI,
  senderFor: (ctx: ExtensionContext) => (report: CompanionReport) => void,
): void {
  const pending = new Set<string>();
  pi.on('tool_call', ({ toolCallId }) => {
    pending.add(toolCallId);
  });
  pi.on('tool_result', ({ toolCallId }) => {
    pending.delete(toolCallId);
  });
  pi.on('tool_execution_end', ({ toolCallId, isError, result }, ctx) => {
    if (!pending.delete(toolCallId) || !isError || isAborted(result)) return;
    senderFor(ctx)({ type: 'blocked', call: toolCallId });
    pi.appendEntry(CHANNEL, { blocked: toolCallId } satisfies CompanionEntry);
  });
  pi.on('agent_end', () => pending.clear());
}

/** Whether the text of the result shows that the call was aborted between the two events. */
function isAborted(result: unknown): boolean {
  const { content } = (result ?? {}) as { content?: { type: string; text?: string }[] };
  return content?.[0]?.text === 'Operation aborted';
}
