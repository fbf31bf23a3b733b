// Selects the rows of the tree that are in the page: those that can be seen, some around them, and those that must
// stay. Pure.

export interface RowWindow {
  /** In px. */
  top: number;
  height: number;
  rowHeight: number;
  /** Indices of rows that stay wherever the reader is, such as the one with the focus. */
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
