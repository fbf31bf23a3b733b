// Selects the rows of a long list that are in the page: the visible ones, some around them, and those that must stay.

export interface RowWindow {
  /** The scroll position in px, as are the heights. */
  top: number;
  height: number;
  rowHeight: number;
  /** Indices of rows that stay in the page wherever the reader scrolls, such as the row with the focus. */
  kept: readonly (number | undefined)[];
}

const ROWS_AROUND = 20;

export function rowsInWindow<Row>(
  rows: readonly Row[],
  { top, height, rowHeight, kept }: RowWindow,
): { row: Row; at: number }[] {
  const first = Math.max(0, Math.floor(top / rowHeight) - ROWS_AROUND);
  const last = Math.ceil((top + height) / rowHeight) + ROWS_AROUND;
  const shown = rows.slice(first, last + 1).map((row, at) => ({ row, at: first + at }));
  for (const at of new Set(kept)) {
    const row = at === undefined ? undefined : rows[at];
    if (at !== undefined && row !== undefined && (at < first || at > last)) shown.push({ row, at });
  }
  return shown;
}
