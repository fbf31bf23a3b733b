// Counts the lines that a change added and removed. Pure.
import { editsBetween, linesOf, type Edit } from '../../shared/hunks.ts';

export interface Counts {
  added: number;
  removed: number;
}

/** `isCounted`: only these edits count. */
export function countLines(
  before: string,
  after: string,
  isCounted: (edit: Edit) => boolean = () => true,
): Counts {
  return sum(editsBetween(linesOf(before), linesOf(after)).filter(isCounted));
}

/** Returns a function that says whether a line of an edit differs from the text in git's last commit. */
export function isOpenIn(head: string, after: string): (edit: Edit) => boolean {
  const open = editsBetween(linesOf(head), linesOf(after));
  return ({ afterStart, afterEnd }) =>
    open.some((edit) => edit.afterStart <= afterEnd && afterStart <= edit.afterEnd);
}

function sum(edits: readonly Edit[]): Counts {
  const counts = { added: 0, removed: 0 };
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of edits) {
    counts.removed += beforeEnd - beforeStart;
    counts.added += afterEnd - afterStart;
  }
  return counts;
}
