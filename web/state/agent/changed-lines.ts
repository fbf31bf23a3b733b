// Counts the lines of changed files. This is kept apart from the joining of files, which the first paint does not need.
import type { ChangedFile } from '../../../shared/changes.ts';

interface Lines {
  added: number;
  removed: number;
}

export const NO_LINES: Lines = { added: 0, removed: 0 };

/** Returns the lines of all files together. */
export function sumLines(files: readonly Lines[]): Lines {
  const sum = { ...NO_LINES };
  for (const { added, removed } of files) {
    sum.added += added;
    sum.removed += removed;
  }
  return sum;
}

/** Returns the lines that are not committed. */
export function openLines({ added, removed, committed = NO_LINES }: ChangedFile): Lines {
  return { added: added - committed.added, removed: removed - committed.removed };
}

/** Whether all lines are committed. */
export function isCommitted({ added, removed, committed }: ChangedFile): boolean {
  return committed?.added === added && committed.removed === removed;
}
