import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { CHANNEL, type CompanionEntry, type CompanionWord } from '../../shared/companion.ts';

/**
 * A call that may run comes by `tool_call`, and by `tool_result` once it has run; one that an extension blocks ends
 * without the latter. On the wire and in the session both look like a failure (0.73.1 to 1.5.2): so it is said, and
 * kept beside the call for whoever reads the session later. The model does not see it.
 */
export function watchBlocked(
  pi: ExtensionAPI,
  sayBy: (ctx: ExtensionContext) => (word: CompanionWord) => void,
): void {
  const asked = new Set<string>();
  pi.on('tool_call', ({ toolCallId }) => {
    asked.add(toolCallId);
  });
  pi.on('tool_result', ({ toolCallId }) => {
    asked.delete(toolCallId);
  });
  pi.on('tool_execution_end', ({ toolCallId, isError, result }, ctx) => {
    if (!asked.delete(toolCallId) || !isError || isAborted(result)) return;
    sayBy(ctx)({ say: 'blocked', call: toolCallId });
    pi.appendEntry(CHANNEL, { blocked: toolCallId } satisfies CompanionEntry);
  });
  pi.on('agent_end', () => asked.clear());
}

/** A run that was stopped between the two says so in the place of a result. */
function isAborted(result: unknown): boolean {
  const { content } = (result ?? {}) as { content?: { type: string; text?: string }[] };
  return content?.[0]?.text === 'Operation aborted';
}
