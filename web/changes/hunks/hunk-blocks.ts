// Groups hunks into blocks of limited size, which are rendered only near the viewport.
import type { Hunk } from '../../../shared/hunks.ts';

/** The maximum number of rows in a block, unless a single hunk has more. */
const MAX_BLOCK_ROWS = 200;
/** The height of a row that does not wrap. */
export const ROW_PX = 19;
/** The estimated number of rows that a hunk needs besides its changed lines. */
const CONTEXT_ROWS = 7;

export interface HunkBlock {
  /** The index of the first hunk in the file. */
  from: number;
  hunks: readonly Hunk[];
  /** The estimated number of rows. */
  rows: number;
}

/** Estimates the height of a file in px, of which only the number of changed lines is known. */
export function estimateHeight(
  { added, removed }: { added: number; removed: number },
  maxRows: number,
): number {
  return Math.min(added + removed + CONTEXT_ROWS, maxRows) * ROW_PX;
}

/** `maxRows` is the number of rows that a hunk shows at first. */
export function blocksOf(hunks: readonly Hunk[], maxRows: number): HunkBlock[] {
  const blocks: { from: number; hunks: Hunk[]; rows: number }[] = [];
  hunks.forEach((hunk, at) => {
    const changed = hunk.beforeEnd - hunk.beforeStart + hunk.afterEnd - hunk.afterStart;
    const rows = Math.min(changed + CONTEXT_ROWS, maxRows);
    const last = blocks.at(-1);
    if (!last || last.rows + rows > MAX_BLOCK_ROWS) blocks.push({ from: at, hunks: [hunk], rows });
    else {
      last.hunks.push(hunk);
      last.rows += rows;
    }
  });
  return blocks;
}
