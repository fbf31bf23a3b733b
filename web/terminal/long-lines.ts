// Without wrapping, xterm has as many columns as the longest line is wide: how wide that is, and how many
// columns there can be.

/** Lines that the page holds; what was before them is at the server. */
export const SCROLLBACK = 10_000;
/** Longer lines are broken there, and the page says so. */
export const MOST_COLUMNS = 2000;
/** A cell takes 12 bytes whether anything stands in it or not: 48 MB, all lines at 400 columns. */
const MOST_CELLS = 4_000_000;
/** Each change of the columns lays all lines out anew. */
const STEP = 40;

/** What of xterm's buffer is asked for. */
export interface Rows {
  readonly length: number;
  getLine(
    row: number,
  ): { readonly isWrapped: boolean; translateToString(trimRight: boolean): string } | undefined;
}

/** Columns of the longest line among the rows from `first` on, each of them `columns` wide; the row before is asked, too. */
export function longestLine(rows: Rows, first: number, columns: number): number {
  let longest = 0;
  let width = 0;
  for (let row = Math.max(0, first - 1); row < rows.length; row++) {
    const line = rows.getLine(row);
    const isGoingOn = rows.getLine(row + 1)?.isWrapped ?? false;
    if (!line?.isWrapped) width = 0;
    // Only of the last row of a broken line it matters how far it goes.
    const isBroken = line?.isWrapped || isGoingOn;
    if (!isBroken) continue;
    width += isGoingOn ? columns : (line?.translateToString(true).length ?? 0);
    longest = Math.max(longest, width);
  }
  return longest;
}

/** For lines of that length where `least` columns are in sight. */
export function columnsFor(longest: number, least: number): number {
  if (longest <= least) return least;
  return Math.min(MOST_COLUMNS, Math.ceil(longest / STEP) * STEP);
}

/** Lines that can be held when each is that wide. */
export function scrollbackFor(columns: number): number {
  return Math.min(SCROLLBACK, Math.floor(MOST_CELLS / columns));
}
