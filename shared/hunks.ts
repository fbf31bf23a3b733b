// Hunks: the changed places between two texts, with names that follow from their content. Page and server cut the same
// texts into the same hunks, so a page can name a hunk to undo, and remember that it was reviewed.
import { diffArrays } from 'diff';

/** Lines `beforeStart` to `beforeEnd` (exclusive, from 0) became lines `afterStart` to `afterEnd`. */
export interface Hunk {
  /** The same as long as its lines and the three around it are the same. */
  id: string;
  beforeStart: number;
  beforeEnd: number;
  afterStart: number;
  afterEnd: number;
}

const CONTEXT = 3;
/** A comparison that takes longer yields one hunk: everything. */
const TIMEOUT_MS = 2000;

/** Lines with their ends, so that joining them gives the text again. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop()!;
  const whole = lines.map((line) => `${line}\n`);
  return last === '' ? whole : [...whole, last];
}

/** Changed line ranges, in order, neither overlapping nor touching. */
export type Edit = Omit<Hunk, 'id'>;

export function editsBetween(before: readonly string[], after: readonly string[]): Edit[] {
  const [start, end] = commonEnds(before, after);
  const inner = {
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  };
  if (inner.before.length === 0 && inner.after.length === 0) return [];
  const parts = diffArrays(inner.before, inner.after, { timeout: TIMEOUT_MS });
  const all = {
    beforeStart: start,
    beforeEnd: before.length - end,
    afterStart: start,
    afterEnd: after.length - end,
  };
  if (!parts) return [all];
  const edits: Edit[] = [];
  let [i, j] = [start, start];
  let open: Edit | null = null;
  for (const { added, removed, count } of parts) {
    if (!added && !removed) {
      if (open) edits.push(open);
      open = null;
      i += count;
      j += count;
      continue;
    }
    open ??= { beforeStart: i, beforeEnd: i, afterStart: j, afterEnd: j };
    if (removed) open.beforeEnd = i += count;
    else open.afterEnd = j += count;
  }
  return open ? [...edits, open] : edits;
}

/** `path` is part of the names, because equal changes are common in several files. */
export function hunksOf(path: string, before: string, after: string): Hunk[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const seen = new Map<string, number>();
  return editsBetween(old, now).map((edit) => {
    const around = [
      ...now.slice(Math.max(0, edit.afterStart - CONTEXT), edit.afterStart),
      '\0',
      ...old.slice(edit.beforeStart, edit.beforeEnd),
      '\0',
      ...now.slice(edit.afterStart, edit.afterEnd),
      '\0',
      ...now.slice(edit.afterEnd, edit.afterEnd + CONTEXT),
    ];
    const name = digest([path, ...around].join('\0'));
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { id: nth === 1 ? name : `${name}.${nth}`, ...edit };
  });
}

/** The text `after` with this hunk as it was before. */
export function withoutHunk(before: string, after: string, hunk: Edit): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  return [
    ...now.slice(0, hunk.afterStart),
    ...old.slice(hunk.beforeStart, hunk.beforeEnd),
    ...now.slice(hunk.afterEnd),
  ].join('');
}

/** The numbers of equal lines at the start and at the end. */
function commonEnds(a: readonly string[], b: readonly string[]): [start: number, end: number] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [start, end];
}

/** 106 bits of two FNV-like sums: browsers have no synchronous SHA, and nobody gains from a collision here. */
export function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b >>> 0).toString(36) + (a >>> 0).toString(36);
}
