// Converts a position of the scrollbar to the row at the top, and back. Browsers limit the height of an element, so the
// scrollbar of very many rows is coarse: pixels are rows only for what moves a little, such as the wheel. Pure.

/** As a line of the editor. */
export const ROW_PX = 19;
/** Firefox draws no more than 17 million. */
const MAX_PX = 10_000_000;
/** Room to scroll on by pixels, near the ends of a coarse scrollbar. */
const MARGIN_PX = 4000;

export interface Extent {
  rows: number;
  /** Of the visible part, in px. */
  height: number;
}

export function contentPx({ rows }: Extent): number {
  return Math.min(rows * ROW_PX, MAX_PX);
}

/** Rows can be further apart on the scrollbar than on the screen. */
export function isCoarse({ rows }: Extent): boolean {
  return rows * ROW_PX > MAX_PX;
}

/** The row at the top when the last one is at the bottom; 0 when all are visible. */
export function lastTop({ rows, height }: Extent): number {
  return Math.max(0, rows - height / ROW_PX);
}

/** The row at the top, with a fraction. */
export function topAt(scrollTop: number, extent: Extent): number {
  if (!isCoarse(extent)) return scrollTop / ROW_PX;
  const part = scrollTop / (contentPx(extent) - extent.height);
  return Math.min(1, Math.max(0, part)) * lastTop(extent);
}

/** The position of the scrollbar for the row at the top. */
export function scrollTopFor(top: number, extent: Extent): number {
  if (!isCoarse(extent)) return top * ROW_PX;
  const most = contentPx(extent) - extent.height;
  const last = lastTop(extent);
  const before = Math.min(top * ROW_PX, MARGIN_PX);
  const after = Math.min((last - top) * ROW_PX, MARGIN_PX);
  return Math.max(before, Math.min(most - after, (top / last) * most));
}
