// The numbers that name some lines of a hunk.
import type { HunkLines } from './changes.ts';

/** Returns the first and last number, from 1, after the change or, if it only removed lines, before it. */
export function rangeOf({ before, after }: HunkLines): { from: number; to: number } {
  const [start, to] = after[1] > after[0] ? after : before;
  return { from: start + 1, to };
}
