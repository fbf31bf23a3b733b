// The smallest edit of whole lines between two texts.

/** Replaces `[start, end)` (UTF-16 offsets) with `text`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Returns the edit that turns `from` into `to`, or null when they are equal. An edit this small leaves cursors and
 * scroll positions outside the changed lines alone.
 */
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
  // The common suffix must begin at the start of a line, after a "\n", in both texts.
  const lineStart = from.indexOf('\n', from.length - same);
  same = lineStart === -1 || same === 0 ? 0 : from.length - (lineStart + 1);
  return { start, end: from.length - same, text: to.slice(start, to.length - same) };
}
