// Converts a scroll position to the row at the top, and back. Browsers limit the height of an element, so the scrollbar
// of a very long file is coarse, and a pixel can stand for many rows. Small movements, such as with the wheel, still
// move by the real height of a row. Pure.

/** The height of a line in the editor. */
export const ROW_PX = 19;
/** Firefox renders at most 17 million px. */
const MAX_PX = 10_000_000;
/** Near both ends of a coarse scrollbar, this much room is left for scrolling by pixels. */
const MARGIN_PX = 4000;

export interface Extent {
  rows: number;
  /** The height of the visible part, in px. */
  height: number;
}

export function contentPx({ rows }: Extent): number {
  return Math.min(rows * ROW_PX, MAX_PX);
}

/** Whether a pixel of the scrollbar stands for more than a pixel of the text. */
export function isCoarse({ rows }: Extent): boolean {
  return rows * ROW_PX > MAX_PX;
}

/** Returns the row at the top when the last row is at the bottom; 0 when all rows are visible. */
export function lastTop({ rows, height }: Extent): number {
  return Math.max(0, rows - height / ROW_PX);
}

/** Returns the (fractional) row at the top for a scroll position. */
export function topAt(scrollTop: number, extent: Extent): number {
  if (!isCoarse(extent)) return scrollTop / ROW_PX;
  const part = scrollTop / (contentPx(extent) - extent.height);
  return Math.min(1, Math.max(0, part)) * lastTop(extent);
}

/** Returns the scroll position at which this row is at the top. */
export function scrollTopFor(top: number, extent: Extent): number {
  if (!isCoarse(extent)) return top * ROW_PX;
  const most = contentPx(extent) - extent.height;
  const last = lastTop(extent);
  const before = Math.min(top * ROW_PX, MARGIN_PX);
  const after = Math.min((last - top) * ROW_PX, MARGIN_PX);
  return Math.max(before, Math.min(most - after, (top / last) * most));
}
