// The smallest edit of whole lines between two texts.

/** Replaces `[start, end)` (UTF-16 offsets) with `text`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The edit that turns `from` into `to`. Cursors and scrolling outside it stay where they are. Null: they are equal. */
export function minimalEdit(from: string, to: string): Edit | null {
  if (from === to) return null;
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from.charCodeAt(start) === to.charCodeAt(start)) start++;
  // `lastIndexOf` treats a negative position as 0.
  if (start > 0) start = from.lastIndexOf('\n', start - 1) + 1;
  let same = 0;
  while (
    same < shorter - start &&
    from.charCodeAt(from.length - 1 - same) === to.charCodeAt(to.length - 1 - same)
  ) {
    same++;
  }
  // The equal end must begin at the start of a line, after a "\n", on both sides.
  const lineStart = from.indexOf('\n', from.length - same);
  same = lineStart === -1 || same === 0 ? 0 : from.length - (lineStart + 1);
  return { start, end: from.length - same, text: to.slice(start, to.length - same) };
}
