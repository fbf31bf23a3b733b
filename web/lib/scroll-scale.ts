// Converts a scroll position to the row at the top, and back. Browsers limit the height of an element, so the scrollbar
// of a very long file is coarse, and a pixel can stand for many rows. Small movements, such as with the wheel, still
// move by the real height of a row. Pure.

/** The height of a line in the editor, and of a row where nothing else is said. */
export const ROW_PX = 19;
/** Firefox renders at most 17 million px. */
const MAX_PX = 10_000_000;
/** Near both ends of a coarse scrollbar, this much room is left for scrolling by pixels. */
const MARGIN_PX = 4000;

export interface Extent {
  rows: number;
  /** The height of the visible part, in px. */
  height: number;
  /** The height of each row, in px. */
  rowPx?: number;
}

export function contentPx({ rows, rowPx = ROW_PX }: Extent): number {
  return Math.min(rows * rowPx, MAX_PX);
}

/** Whether a pixel of the scrollbar stands for more than a pixel of the text. */
export function isCoarse({ rows, rowPx = ROW_PX }: Extent): boolean {
  return rows * rowPx > MAX_PX;
}

/** Returns the row at the top when the last row is at the bottom; 0 when all rows are visible. */
export function lastTop({ rows, height, rowPx = ROW_PX }: Extent): number {
  return Math.max(0, rows - height / rowPx);
}

/** Returns the (fractional) row at the top for a scroll position. */
export function topAt(scrollTop: number, extent: Extent): number {
  if (!isCoarse(extent)) return scrollTop / (extent.rowPx ?? ROW_PX);
  const part = scrollTop / (contentPx(extent) - extent.height);
  return Math.min(1, Math.max(0, part)) * lastTop(extent);
}

/** Returns the scroll position at which this row is at the top. */
export function scrollTopFor(top: number, extent: Extent): number {
  const { rowPx = ROW_PX } = extent;
  if (!isCoarse(extent)) return top * rowPx;
  const most = contentPx(extent) - extent.height;
  const last = lastTop(extent);
  const before = Math.min(top * rowPx, MARGIN_PX);
  const after = Math.min((last - top) * rowPx, MARGIN_PX);
  return Math.max(before, Math.min(most - after, (top / last) * most));
}
