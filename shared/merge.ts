// Merges lines three-way. Pure. The server passes bytes as latin1 strings, so that every encoding survives unchanged.
import { editsBetween, linesOf } from './hunks.ts';

interface LineEdit {
  start: number;
  end: number;
  lines: string[];
}

/** Lines with their line endings: those of the merge or, where both sides conflict, those of each side. */
type MergedPart = { common: string[] } | { conflict: Record<'ours' | 'theirs', string[]> };

/** Returns `base` with the changes of both sides, or null if they conflict. */
export function mergeTexts(base: string, ours: string, theirs: string): string | null {
  const [part, ...others] = mergeParts(base, ours, theirs);
  if (!part) return '';
  return 'common' in part && others.length === 0 ? part.common.join('') : null;
}

/** Merges the changes of both sides into `base`. Common parts and conflicts do not follow one of their own kind. */
export function mergeParts(base: string, ours: string, theirs: string): MergedPart[] {
  const old = linesOf(base);
  const [left, right] = [ours, theirs].map((text) => lineEdits(old, linesOf(text))) as [
    LineEdit[],
    LineEdit[],
  ];
  const parts: MergedPart[] = [];
  let [i, j, from] = [0, 0, 0];
  const add = (edit: LineEdit): void => {
    addCommon(parts, old.slice(from, edit.start));
    addCommon(parts, edit.lines);
    from = edit.end;
  };
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]];
    if (a && b && isSame(a, b)) {
      add(a);
      i++;
      j++;
    } else if (a && b && conflicts(a, b)) {
      const { start, end, mine, others } = takeConflict(left.slice(i), right.slice(j));
      addCommon(parts, old.slice(from, start));
      const [first, second] = [mine, others].map((edits) => applyEdits(old, edits, { start, end }));
      parts.push({ conflict: { ours: first!, theirs: second! } });
      i += mine.length;
      j += others.length;
      from = end;
    } else if (!b || (a && isBefore(a, b))) add(left[i++]!);
    else add(right[j++]!);
  }
  addCommon(parts, old.slice(from));
  return parts;
}

/** Returns the range of a conflict between the first edits of both sides, and all edits that touch it. */
function takeConflict(
  left: readonly LineEdit[],
  right: readonly LineEdit[],
): { start: number; end: number; mine: LineEdit[]; others: LineEdit[] } {
  const start = Math.min(left[0]!.start, right[0]!.start);
  let end = Math.max(left[0]!.end, right[0]!.end);
  for (;;) {
    const [mine, others] = [left, right].map((edits) => {
      const next = edits.findIndex((edit) => edit.start > end);
      return edits.slice(0, next < 0 ? edits.length : next);
    }) as [LineEdit[], LineEdit[]];
    const reached = Math.max(end, mine.at(-1)!.end, others.at(-1)!.end);
    if (reached === end) return { start, end, mine, others };
    end = reached;
  }
}

/** Adds them to the last part, unless that is a conflict. */
function addCommon(parts: MergedPart[], lines: readonly string[]): void {
  const last = parts.at(-1);
  if (last && 'common' in last) for (const line of lines) last.common.push(line);
  else if (lines.length > 0) parts.push({ common: [...lines] });
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

/** Returns these lines of `old` with the edits, which are all inside. */
function applyEdits(
  old: readonly string[],
  edits: readonly LineEdit[],
  range: { start: number; end: number },
): string[] {
  const result: string[] = [];
  let from = range.start;
  for (const { start, end, lines } of edits) {
    for (; from < start; from++) result.push(old[from]!);
    for (const line of lines) result.push(line);
    from = end;
  }
  for (; from < range.end; from++) result.push(old[from]!);
  return result;
}
