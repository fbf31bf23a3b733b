// Hunks in blocks of bounded size: each block is rendered, or only its room is kept.
import type { Hunk } from '../../../shared/hunks.ts';

/** Rows of one block, unless a single hunk has more. */
const MAX_ROWS = 200;
/** Around the changed lines of a hunk. */
const CONTEXT_ROWS = 7;

export interface HunkBlock {
  /** Index of the first one in the file. */
  from: number;
  hunks: readonly Hunk[];
  /** About. */
  rows: number;
}

/** `maxRows`: of a hunk; more are shown on demand. */
export function blocksOf(hunks: readonly Hunk[], maxRows: number): HunkBlock[] {
  const blocks: { from: number; hunks: Hunk[]; rows: number }[] = [];
  hunks.forEach((hunk, at) => {
    const changed = hunk.beforeEnd - hunk.beforeStart + hunk.afterEnd - hunk.afterStart;
    const rows = Math.min(changed + CONTEXT_ROWS, maxRows);
    const last = blocks.at(-1);
    if (!last || last.rows + rows > MAX_ROWS) blocks.push({ from: at, hunks: [hunk], rows });
    else {
      last.hunks.push(hunk);
      last.rows += rows;
    }
  });
  return blocks;
}
