// Where a key leads in a tree (ARIA tree pattern). Pure.

export interface TreeRow {
  /** Unique among all rows. */
  key: string;
  /** 0 at the top. */
  depth: number;
  /** From 1, among `count` siblings. */
  position: number;
  count: number;
  /** Null for a row that has nothing below it. */
  isOpen: boolean | null;
}

const PAGE_ROWS = 20;

/** Returns the row to which a key leads from row `at`, or whether it opens that row; null if it does nothing. */
export function onTreeKey(
  key: string,
  rows: readonly Pick<TreeRow, 'depth' | 'isOpen'>[],
  at: number,
): { go: number } | { open: boolean } | null {
  const row = rows[at];
  if (!row) return null;
  const to = (index: number): { go: number } => ({ go: Math.max(0, Math.min(rows.length - 1, index)) });
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'PageDown':
      return to(at + PAGE_ROWS);
    case 'PageUp':
      return to(at - PAGE_ROWS);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row.isOpen === false) return { open: true };
      // An open row may have nothing below it.
      return (rows[at + 1]?.depth ?? 0) > row.depth ? to(at + 1) : null;
    case 'ArrowLeft':
      if (row.isOpen) return { open: false };
      return row.depth === 0
        ? null
        : to(rows.findLastIndex(({ depth }, index) => index < at && depth < row.depth));
    case 'Enter':
    case ' ':
      return row.isOpen === null ? null : { open: !row.isOpen };
    default:
      return null;
  }
}
