// Computes the difference of two texts, as lines for display. It is kept apart from `diff-lines.ts` because the
// comparison needs a library.
import { editsBetween, linesOf } from '../../../shared/hunks.ts';
import type { DiffLine } from './diff-lines.ts';

/** The number of unchanged lines shown above and below a change. */
const CONTEXT_LINES = 3;

/** Returns the lines; none for equal texts. Null stands for a file that does not exist. */
export function linesBetween(before: string | null, after: string | null): DiffLine[] {
  const [old, now] = [linesOf(before ?? ''), linesOf(after ?? '')];
  const lines: DiffLine[] = [];
  const add = (
    kind: DiffLine['kind'],
    all: readonly string[],
    [from, to]: readonly [number, number],
  ): void => {
    for (let i = from; i < to; i++) lines.push({ kind, text: all[i]!.replace(/\r?\n$/, ''), number: i + 1 });
  };
  const edits = editsBetween(old, now);
  /** The first line of `now` that is not shown yet. */
  let next = 0;
  edits.forEach((edit, i) => {
    const { beforeStart, beforeEnd, afterStart, afterEnd } = edit;
    const from = Math.max(next, afterStart - CONTEXT_LINES);
    if (from > next && i > 0) lines.push({ kind: 'gap', text: '', number: null });
    add('same', now, [from, afterStart]);
    add('removed', old, [beforeStart, beforeEnd]);
    add('added', now, [afterStart, afterEnd]);
    const until = edits[i + 1]?.afterStart ?? now.length;
    next = Math.min(until, afterEnd + CONTEXT_LINES);
    add('same', now, [afterEnd, next]);
  });
  return lines;
}
