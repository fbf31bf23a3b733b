// Selects the rows of a long list that are in the page: the visible ones, some around them, and those that must stay.

export interface RowWindow {
  /** The scroll position in px, as are the heights. */
  top: number;
  height: number;
  /** Of each row; or, if not all are equal, where each row begins, as `placesOf` gives it. */
  rowHeight: number | readonly number[];
  /** Indices of rows that stay in the page wherever the reader scrolls, such as the row with the focus. */
  kept: readonly (number | undefined)[];
}

const ROWS_AROUND = 20;

export function rowsInWindow<Row>(
  rows: readonly Row[],
  { top, height, rowHeight, kept }: RowWindow,
): { row: Row; at: number }[] {
  const rowAt = (px: number): number =>
    typeof rowHeight === 'number' ? px / rowHeight : rowHeight.filter((place) => place <= px).length - 1;
  const first = Math.max(0, Math.floor(rowAt(top)) - ROWS_AROUND);
  const last = Math.ceil(rowAt(top + height)) + ROWS_AROUND;
  const shown = rows.slice(first, last + 1).map((row, at) => ({ row, at: first + at }));
  for (const at of new Set(kept)) {
    const row = at === undefined ? undefined : rows[at];
    if (at !== undefined && row !== undefined && (at < first || at > last)) shown.push({ row, at });
  }
  return shown;
}

/** Where each row begins in px, and after the last one where all of them end. */
export function placesOf(heights: readonly number[]): number[] {
  const places = [0];
  for (const height of heights) places.push(places.at(-1)! + height);
  return places;
}

/** Returns the scroll position, in px, at which the row at index `at` is in sight, as close to the current one as possible. */
export function topToShow(
  at: number,
  { top, height, rowHeight }: Record<'top' | 'height' | 'rowHeight', number>,
): number {
  return Math.min(at * rowHeight, Math.max((at + 1) * rowHeight - height, top));
}
