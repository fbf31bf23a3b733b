// Counts the lines that a change added and removed. Pure.
import { editsBetween, linesOf, type Edit } from '../../shared/hunks.ts';

export interface Counts {
  added: number;
  removed: number;
}

export function countLines(before: string, after: string): Counts {
  return sum(editsBetween(linesOf(before), linesOf(after)));
}

/** Returns a function that says whether a line of an edit differs from the text in git's last commit. */
export function isOpenIn(head: string, after: string): (edit: Edit) => boolean {
  const open = editsBetween(linesOf(head), linesOf(after));
  return ({ afterStart, afterEnd }) =>
    open.some((edit) => edit.afterStart <= afterEnd && afterStart <= edit.afterEnd);
}

/** Counts the lines that git's last commit does not have. */
export function countOpenLines({
  before,
  after,
  head,
}: {
  before: string;
  after: string;
  head: string;
}): Counts {
  return sum(editsBetween(linesOf(before), linesOf(after)).filter(isOpenIn(head, after)));
}

function sum(edits: readonly Edit[]): Counts {
  const counts = { added: 0, removed: 0 };
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of edits) {
    counts.removed += beforeEnd - beforeStart;
    counts.added += afterEnd - afterStart;
  }
  return counts;
}
