// Counts the lines of changed files. Apart from the joining of files, which the first paint does not need.
import type { ChangedFile } from '../../../shared/changes.ts';

interface Lines {
  added: number;
  removed: number;
}

export const NO_LINES: Lines = { added: 0, removed: 0 };

/** Of all of them together. */
export function sumLines(files: readonly Lines[]): Lines {
  const sum = { ...NO_LINES };
  for (const { added, removed } of files) {
    sum.added += added;
    sum.removed += removed;
  }
  return sum;
}

/** The lines that are not committed. */
export function openLines({ added, removed, committed = NO_LINES }: ChangedFile): Lines {
  return { added: added - committed.added, removed: removed - committed.removed };
}

/** Whether all of it is committed. */
export function isCommitted({ added, removed, committed }: ChangedFile): boolean {
  return committed?.added === added && committed.removed === removed;
}
