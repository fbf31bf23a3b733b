// Pictures in drawn lines. The mark of a picture is a terminal sequence of the panel's own, which has no width.

export interface DrawnPicture {
  /** The reference of the stored image. */
  ref: string;
  /** The size in cells; 0 if it is not given. */
  columns: number;
  rows: number;
}

// eslint-disable-next-line no-control-regex -- it is one
const MARK = /\x1b_P([0-9a-f]{32});(\d{1,4});(\d{1,4})\x1b\\/g;

export function pictureMark({ ref, columns, rows }: DrawnPicture): string {
  return `\x1b_P${ref};${columns};${rows}\x1b\\`;
}

/** Returns the pictures in a line, each with the text before it. */
export function picturesIn(line: string): (DrawnPicture & { before: string })[] {
  if (!line.includes('\x1b_P')) return [];
  return [...line.matchAll(MARK)].map(({ 1: ref = '', 2: columns, 3: rows, index }) => ({
    ref,
    columns: Number(columns),
    rows: Number(rows),
    before: line.slice(0, index).replace(MARK, ''),
  }));
}
