// Hunks: the places where two texts differ, with names derived from their content. Page and server cut the same texts
// into the same hunks, so a page can name a hunk to undo, and remember that it was reviewed.
import { diffArrays } from 'diff';
import { digest } from './digest.ts';
import { uniqueAnchors } from './line-anchors.ts';

/** Lines `beforeStart` to `beforeEnd` (exclusive, from 0) became lines `afterStart` to `afterEnd`. */
export interface Hunk {
  /**
   * Stays the same as long as its lines and the three above and below do not change. If hunks are equal, more lines
   * count.
   */
  id: string;
  beforeStart: number;
  beforeEnd: number;
  afterStart: number;
  afterEnd: number;
}

/** Lines above and below that identify a hunk. */
const CONTEXT = 3;
/** Equal hunks are distinguished by more lines, up to this many. If that does not suffice, their order decides. */
const MAX_CONTEXT = 48;
/** More equal hunks than this would take too long. */
const MAX_EQUAL = 1000;
/** The most lines on both sides that are compared at once, since more would take too long. */
const MAX_EXACT = 2000;
/** The most added and removed lines of one comparison. Beyond that, the whole part counts as changed. */
const MAX_EDITS = 1000;

/** Splits a text into lines with their line endings, so that joining them gives the text again. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  // Cut out of the text instead of put together again, which matters for hundreds of thousands of lines.
  for (let from = 0; from < text.length; from += lines.at(-1)!.length)
    lines.push(text.slice(from, text.indexOf('\n', from) + 1 || undefined));
  return lines;
}

/** Changed line ranges, in order, neither overlapping nor touching. */
export type Edit = Omit<Hunk, 'id'>;

export function editsBetween(before: readonly string[], after: readonly string[]): Edit[] {
  const [start, end] = commonEnds(before, after);
  const inner: Edit = {
    beforeStart: start,
    beforeEnd: before.length - end,
    afterStart: start,
    afterEnd: after.length - end,
  };
  // Without this, the lines of a long new file would all be compared with nothing.
  if (start + end === Math.min(before.length, after.length)) return sizeOf(inner) === 0 ? [] : [inner];
  const exact = sizeOf(inner) > MAX_EXACT ? null : editsIn(before, after, inner);
  return joinTouching(exact ?? editsByAnchors(before, after, inner));
}

/** The number of lines on both sides. */
const sizeOf = (part: Edit): number => part.beforeEnd - part.beforeStart + (part.afterEnd - part.afterStart);

/**
 * Compares the parts between lines that occur once on each side, because comparing all at once takes quadratic time.
 */
function editsByAnchors(before: readonly string[], after: readonly string[], whole: Edit): Edit[] {
  const edits: Edit[] = [];
  let { beforeStart, afterStart } = whole;
  const anchors = uniqueAnchors(
    before.slice(beforeStart, whole.beforeEnd),
    after.slice(afterStart, whole.afterEnd),
  ).map(([i, j]) => [whole.beforeStart + i, whole.afterStart + j] as const);
  for (const [beforeEnd, afterEnd] of [...anchors, [whole.beforeEnd, whole.afterEnd] as const]) {
    const part = { beforeStart, beforeEnd, afterStart, afterEnd };
    edits.push(...(editsIn(before, after, part) ?? [part]));
    [beforeStart, afterStart] = [beforeEnd + 1, afterEnd + 1];
  }
  return edits;
}

/** The differences within one part of both sides; null if there are too many. */
function editsIn(before: readonly string[], after: readonly string[], part: Edit): Edit[] | null {
  let [i, j] = [part.beforeStart, part.afterStart];
  if (i === part.beforeEnd || j === part.afterEnd) return sizeOf(part) === 0 ? [] : [part];
  const [old, now] = [before.slice(i, part.beforeEnd), after.slice(j, part.afterEnd)];
  const lines = new Set(old);
  if (!now.some((line) => lines.has(line))) return [part];
  // Page and server must find the same hunks, so both use this bound.
  const found = diffArrays(old, now, { maxEditLength: MAX_EDITS });
  if (!found) return null;
  const edits: Edit[] = [];
  for (const { added, removed, count } of found) {
    const [from, to] = [i, j];
    if (!added) i += count;
    if (!removed) j += count;
    if (added || removed) edits.push({ beforeStart: from, beforeEnd: i, afterStart: to, afterEnd: j });
  }
  return edits;
}

function joinTouching(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (last?.beforeEnd === edit.beforeStart && last.afterEnd === edit.afterStart) {
      last.beforeEnd = edit.beforeEnd;
      last.afterEnd = edit.afterEnd;
    } else joined.push({ ...edit });
  }
  return joined;
}

/** `path` is part of the ids, because equal changes are common in several files. */
export function hunksOf(path: string, before: string, after: string): Hunk[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const edits = editsBetween(old, now);
  const idsWith = (context: number, some: readonly Edit[]): string[] =>
    some.map((edit) => digest([path, ...withContext(edit, { old, now, context })].join('\0')));
  const ids = idsWith(CONTEXT, edits);
  // Gives equal hunks different ids. Otherwise, once one is undone, another would inherit its id and the user's marks.
  for (let context = CONTEXT * 2; context <= MAX_CONTEXT; context *= 2) {
    const equal = repeatedIn(ids);
    if (equal.length === 0 || equal.length > MAX_EQUAL) break;
    const wider = idsWith(
      context,
      equal.map((at) => edits[at]!),
    );
    for (const [i, at] of equal.entries()) ids[at] = wider[i]!;
  }
  const seen = new Map<string, number>();
  return edits.map((edit, at) => {
    const nth = (seen.get(ids[at]!) ?? 0) + 1;
    seen.set(ids[at]!, nth);
    return { id: nth === 1 ? ids[at]! : `${ids[at]!}.${nth}`, ...edit };
  });
}

function withContext(
  edit: Edit,
  { old, now, context }: { old: readonly string[]; now: readonly string[]; context: number },
): string[] {
  return [
    ...now.slice(Math.max(0, edit.afterStart - context), edit.afterStart),
    '\0',
    ...old.slice(edit.beforeStart, edit.beforeEnd),
    '\0',
    ...now.slice(edit.afterStart, edit.afterEnd),
    '\0',
    ...now.slice(edit.afterEnd, edit.afterEnd + context),
  ];
}

/** Returns the positions of the ids that occur several times. */
function repeatedIn(ids: readonly string[]): number[] {
  return [...Map.groupBy(ids.keys(), (at) => ids[at]!).values()].filter(({ length }) => length > 1).flat();
}

/** Returns the text `after` with this hunk undone. */
export function withoutHunk(before: string, after: string, hunk: Edit): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  return [
    ...now.slice(0, hunk.afterStart),
    ...old.slice(hunk.beforeStart, hunk.beforeEnd),
    ...now.slice(hunk.afterEnd),
  ].join('');
}

/** Counts the equal lines at the start and at the end. */
function commonEnds(a: readonly string[], b: readonly string[]): [start: number, end: number] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [start, end];
}
