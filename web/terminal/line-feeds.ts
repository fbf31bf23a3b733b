const LINE_FEED = 0x0a;

/** How many lines end in these bytes. */
export function lineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/**
 * What follows the first line feed: bytes that begin in the middle of a line begin in one of a character or colour,
 * too. When there is none in the first `most` bytes, it is what follows these, from the next character on.
 */
export function fromNextLine(bytes: Uint8Array, most: number): Uint8Array {
  const end = bytes.subarray(0, most).indexOf(LINE_FEED);
  if (end !== -1) return bytes.subarray(end + 1);
  let start = Math.min(most, bytes.length);
  while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}
