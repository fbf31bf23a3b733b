/** Replace `[start, end)` (UTF-16 offsets) by `text`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * The one edit of whole lines that makes `to` out of `from`: what lies outside it does not move, and neither do
 * cursors and scrolling there. Null when there is nothing to do.
 */
export function minimalEdit(from: string, to: string): Edit | null {
  if (from === to) return null;
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from.charCodeAt(start) === to.charCodeAt(start)) start++;
  // A negative position would be taken for 0.
  if (start > 0) start = from.lastIndexOf('\n', start - 1) + 1;
  let same = 0;
  while (
    same < shorter - start &&
    from.charCodeAt(from.length - 1 - same) === to.charCodeAt(to.length - 1 - same)
  ) {
    same++;
  }
  // Back to the start of a line on both sides: what is the same begins after a "\n", or is nothing.
  const lineStart = from.indexOf('\n', from.length - same);
  same = lineStart === -1 || same === 0 ? 0 : from.length - (lineStart + 1);
  return { start, end: from.length - same, text: to.slice(start, to.length - same) };
}
