// Which entries of a branch the model gets, and with what content, as pi computes it for each request: entries before the
// last compaction are gone, and the last edit of an entry counts. pi exports this only since 0.87, without the entries
// that are left out.
import type { AgentMessage, SystemMessage } from '../../../shared/pi/messages.ts';
import type { ContextEditEntry, SessionEntry } from '../../../shared/pi/session.ts';
import { isRestored } from '../../../shared/pi/session-tree.ts';
import { messageOf } from '../../../shared/view/history.ts';

export interface Projected {
  entry: SessionEntry;
  /** As it was written. */
  message: AgentMessage;
  /** The last edit of it. */
  edit?: ContextEditEntry;
}

export interface Projection {
  /** In order. Contains entries that are left out. */
  messages: Projected[];
  /** The system prompt, and its later changes (pi >= 0.86). */
  system: SystemMessage[];
}

/** `branch`: from the root to the leaf. */
export function projectBranch(branch: readonly SessionEntry[]): Projection {
  const kept = keptEntries(branch);
  const edits = new Map(
    kept.flatMap((entry) => (entry.type === 'context_edit' ? [[entry.targetId, entry] as const] : [])),
  );
  const system: SystemMessage[] = [];
  const messages: Projected[] = [];
  for (const [at, entry] of kept.entries()) {
    if (entry.type === 'compaction' && at > 0) continue;
    if (entry.type === 'compaction' && entry.systemMessage) system.push(entry.systemMessage);
    const message = messageOf(entry);
    if (message?.role === 'system') system.push(message);
    else if (message) messages.push({ entry, message, ...withEdit(edits.get(entry.id)) });
  }
  return { messages, system };
}

function withEdit(edit: ContextEditEntry | undefined): { edit?: ContextEditEntry } {
  return edit && !isRestored(edit.replacement) ? { edit } : {};
}

/**
 * The model gets this in the place of a result that is left out, because a provider refuses a call without a result. It
 * is for the model, so it is not translated.
 */
const LEFT_OUT = '[The user left this result out.]';
export const LEFT_OUT_RESULT = [{ type: 'text', text: LEFT_OUT }];

/** Whether the model gets nothing of the original. */
export function isOmission({ replacement }: Pick<ContextEditEntry, 'replacement'>): boolean {
  const { content } = replacement ?? {};
  if (!replacement) return true;
  return Array.isArray(content) && (Object(content[0]) as { text?: unknown }).text === LEFT_OUT;
}

/** The last compaction comes first, then what it kept, without the system messages, then everything after it. */
function keptEntries(branch: readonly SessionEntry[]): readonly SessionEntry[] {
  const at = branch.findLastIndex(({ type }) => type === 'compaction');
  const compaction = branch[at];
  if (compaction?.type !== 'compaction') return branch;
  const before = branch.slice(0, at);
  const first = before.findIndex(({ id }) => id === compaction.firstKeptEntryId);
  const kept = first === -1 ? [] : before.slice(first);
  const isSystem = (entry: SessionEntry): boolean =>
    entry.type === 'message' && entry.message.role === 'system';
  return [compaction, ...kept.filter((entry) => !isSystem(entry)), ...branch.slice(at + 1)];
}
