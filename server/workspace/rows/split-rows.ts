// Splits the bytes of a text into rows: its lines, and the pieces of lines that are too long to be drawn as one.

/** In bytes. */
export const MAX_ROW = 2048;
const LINE_FEED = 0x0a;

/**
 * Calls `onRow` for each complete row; `isLineEnd` says whether it ends its line. `bytes` must begin with a row.
 * Returns where the unfinished row begins, which has at most `MAX_ROW` bytes.
 */
export function splitRows(
  bytes: Buffer,
  onRow: (from: number, to: number, isLineEnd: boolean) => void,
): number {
  let from = 0;
  let feed = bytes.indexOf(LINE_FEED);
  for (;;) {
    if (feed !== -1 && feed - from <= MAX_ROW) {
      onRow(from, feed, true);
      from = feed + 1;
      feed = bytes.indexOf(LINE_FEED, from);
    } else if (bytes.length - from > MAX_ROW) {
      const to = startOfCharacter(bytes, from + MAX_ROW);
      onRow(from, to, false);
      from = to;
    } else return from;
  }
}

/** Returns the first byte that begins a UTF-8 character; 0 if this is not UTF-8. */
export function characterFrom(bytes: Buffer): number {
  for (let at = 0; at < Math.min(4, bytes.length); at++) if ((bytes[at]! & 0xc0) !== 0x80) return at;
  return 0;
}

/** Returns the byte at which the UTF-8 character at `at` begins; `at` itself if this is not UTF-8. */
function startOfCharacter(bytes: Buffer, at: number): number {
  for (let back = 0; back < 4; back++) if ((bytes[at - back]! & 0xc0) !== 0x80) return at - back;
  return at;
}
