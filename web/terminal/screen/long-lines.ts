// Measures the longest line and limits the number of columns, because xterm without wrapping needs as many columns as
// its longest line has.

/** The number of lines that the page holds. The server has the earlier ones. */
export const SCROLLBACK = 10_000;
/** The most columns. Longer lines are broken there, and the page reports that. */
export const MAX_COLUMNS = 2000;
/**
 * The most cells: 48 MB, which is the whole scrollback at 400 columns, because xterm uses 12 bytes per cell, even for
 * an empty one.
 */
const MAX_CELLS = 4_000_000;
/** Columns are added in steps, because each change lays out every line again. */
const STEP = 40;

/** The part of xterm's buffer that is measured. */
export interface Rows {
  readonly length: number;
  getLine: (
    row: number,
  ) => { readonly isWrapped: boolean; translateToString: (trimRight: boolean) => string } | undefined;
}

/**
 * Returns the length of the longest line that the terminal, which is `columns` wide, has broken into several rows, or 0
 * if there is none. Measures the rows from `first` on and the row before them, which may have been continued since it
 * was measured.
 */
export function longestLine(rows: Rows, first: number, columns: number): number {
  let longest = 0;
  let width = 0;
  for (let row = Math.max(0, first - 1); row < rows.length; row++) {
    const line = rows.getLine(row);
    const isContinued = rows.getLine(row + 1)?.isWrapped ?? false;
    if (!line?.isWrapped) width = 0;
    if (!line?.isWrapped && !isContinued) continue;
    // Every row of a broken line is full except for the last one.
    width += isContinued ? columns : (line?.translateToString(true).length ?? 0);
    longest = Math.max(longest, width);
  }
  return longest;
}

/** Returns how many columns lines of this length need if `visible` columns fit on the screen. */
export function columnsFor(longest: number, visible: number): number {
  if (longest <= visible) return visible;
  return Math.min(MAX_COLUMNS, Math.ceil(longest / STEP) * STEP);
}

/** Returns how many lines of this width the scrollback may hold. */
export function scrollbackFor(columns: number): number {
  return Math.min(SCROLLBACK, Math.floor(MAX_CELLS / columns));
}
