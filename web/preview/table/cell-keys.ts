// Where a key leads in a table (ARIA grid pattern). Pure.

/** The row of the names. */
export const HEADER = -1;

export interface Cell {
  /** Among the rows as they are arranged, or HEADER. */
  row: number;
  column: number;
}

interface Size {
  rows: number;
  columns: number;
  /** The rows by which a page moves. */
  page: number;
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns null for a key that does not move. */
export function moveCell(event: Key, { row, column }: Cell, { rows, columns, page }: Size): Cell | null {
  if (event.altKey || event.shiftKey) return null;
  const to = (nextRow: number, nextColumn: number): Cell => ({
    row: Math.max(HEADER, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  });
  const isFar = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowDown':
      return to(isFar ? rows - 1 : row + 1, column);
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1, column);
    case 'ArrowRight':
      return to(row, isFar ? columns - 1 : column + 1);
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1);
    case 'Home':
      return to(isFar ? 0 : row, 0);
    case 'End':
      return to(isFar ? rows - 1 : row, columns - 1);
    case 'PageDown':
      return to(row + page, column);
    case 'PageUp':
      return to(Math.max(0, row - page), column);
    default:
      return null;
  }
}
