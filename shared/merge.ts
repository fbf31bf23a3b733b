// Merges lines three-way. Pure. The server passes bytes as latin1 strings, so that every encoding survives unchanged.
import { editsBetween, linesOf } from './hunks.ts';

interface LineEdit {
  start: number;
  end: number;
  lines: string[];
}

/** Returns `base` with the changes of both sides, or null if they conflict. */
export function mergeTexts(base: string, ours: string, theirs: string): string | null {
  const old = linesOf(base);
  const [left, right] = [ours, theirs].map((text) => lineEdits(old, linesOf(text))) as [
    LineEdit[],
    LineEdit[],
  ];
  const merged: LineEdit[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]];
    if (a && b && isSame(a, b)) {
      merged.push(a);
      i++;
      j++;
    } else if (a && b && conflicts(a, b)) return null;
    else if (!b || (a && isBefore(a, b))) merged.push(left[i++]!);
    else merged.push(right[j++]!);
  }
  return applyEdits(old, merged);
}

function lineEdits(old: readonly string[], now: readonly string[]): LineEdit[] {
  return editsBetween(old, now).map(({ beforeStart: start, beforeEnd: end, afterStart, afterEnd }) => ({
    start,
    end,
    lines: now.slice(afterStart, afterEnd),
  }));
}

function isSame(a: LineEdit, b: LineEdit): boolean {
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, at) => line === b.lines[at])
  );
}

/**
 * Whether two changes conflict. Adjacent ones do only if both add lines there, so that the order of these is undecided.
 */
function conflicts(a: LineEdit, b: LineEdit): boolean {
  const overlap = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  if (overlap > 0) return true;
  if (overlap < 0) return false;
  const isInside = (point: LineEdit, range: LineEdit): boolean =>
    range.start < point.start && point.start < range.end;
  if (isInside(a, b) || isInside(b, a)) return true;
  const isReplacement = ({ start, end }: LineEdit): boolean => end > start;
  if (isReplacement(a) && isReplacement(b)) return false;
  return a.lines.length > 0 && b.lines.length > 0;
}

function isBefore(a: LineEdit, b: LineEdit): boolean {
  return a.start !== b.start ? a.start < b.start : a.end < b.end;
}

function applyEdits(old: readonly string[], edits: readonly LineEdit[]): string {
  const result: string[] = [];
  let from = 0;
  for (const { start, end, lines } of edits) {
    for (; from < start; from++) result.push(old[from]!);
    result.push(...lines);
    from = end;
  }
  for (; from < old.length; from++) result.push(old[from]!);
  return result.join('');
}
