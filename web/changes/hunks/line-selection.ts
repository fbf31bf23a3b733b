// A selection of lines in a hunk, which can be kept, undone or commented on separately.
import type { HunkLines } from '../../../shared/changes.ts';
import type { Hunk } from '../../../shared/hunks.ts';
import type { HunkRow } from './hunk-rows.ts';

/** The indexes of the first and last row, both inclusive, in either order. The selection began at `anchor`. */
export interface LineSelection {
  anchor: number;
  end: number;
}

export function isSelected(selection: LineSelection | null, index: number): boolean {
  if (!selection) return false;
  const { anchor, end } = selection;
  return Math.min(anchor, end) <= index && index <= Math.max(anchor, end);
}

/** Returns the ranges of the selected changed lines; null if there are none. */
export function selectedLines(
  rows: readonly HunkRow[],
  selection: LineSelection | null,
  hunk: Hunk,
): HunkLines | null {
  const chosen = rows.filter((_, index) => isSelected(selection, index));
  const removed = chosen.flatMap(({ kind, before }) => (kind === 'removed' && before ? [before - 1] : []));
  const added = chosen.flatMap(({ kind, after }) => (kind === 'added' && after ? [after - 1] : []));
  if (removed.length + added.length === 0) return null;
  const range = (lines: number[], start: number): [number, number] =>
    lines.length > 0 ? [lines[0]!, lines.at(-1)! + 1] : [start, start];
  return { before: range(removed, hunk.beforeStart), after: range(added, hunk.afterStart) };
}
