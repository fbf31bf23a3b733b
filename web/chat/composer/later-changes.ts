// The changes to files by turns that followed the end of the conversation, which the user left to edit an earlier message.
import type { ChangedTurn } from '../../../shared/changes.ts';
import type { Entry } from '../../../shared/view/conversation.ts';

export interface LaterChanges {
  /** The key of the first message whose turn changed something. */
  from: string;
  /** The number of files. */
  files: number;
}

/** `turns`, `entries`: oldest first. Returns null if no change is left. */
export function laterChanges(turns: readonly ChangedTurn[], entries: readonly Entry[]): LaterChanges | null {
  const end = entries.findLast(({ message }) => message.role === 'user')?.message.timestamp ?? 0;
  const later = turns.filter(({ at, isOnOtherBranch }) => isOnOtherBranch && at > end);
  const paths = later.flatMap(({ files }) => files.filter(({ undone }) => !undone).map(({ path }) => path));
  const [first] = later;
  return first && paths.length > 0 ? { from: first.id, files: new Set(paths).size } : null;
}
