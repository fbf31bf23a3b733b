// A selection of lines in a hunk, which can be kept, undone or commented on separately.
import type { HunkLines } from '../../../shared/changes.ts';
import type { Hunk } from '../../../shared/hunks.ts';
import type { HunkRow } from '../../markdown/diff/hunk-rows.ts';

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

/** A click selects a line, or again none; with `isMore`, all lines from where the selection began. */
export function selectByClick(
  selection: LineSelection | null,
  row: number,
  isMore: boolean,
): LineSelection | null {
  if (isMore) return { anchor: selection?.anchor ?? row, end: row };
  return selection?.anchor === row && selection.end === row ? null : { anchor: row, end: row };
}

/** A key moves the end of the selection `by` 1 or -1; the first one selects the first changed line. */
export function selectByKey(
  selection: LineSelection | null,
  by: number,
  rows: readonly Pick<HunkRow, 'kind'>[],
): LineSelection {
  if (selection) return { ...selection, end: Math.min(rows.length - 1, Math.max(0, selection.end + by)) };
  const first = rows.findIndex(({ kind }) => kind !== 'same');
  return { anchor: first, end: first };
}
