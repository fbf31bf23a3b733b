const LINE_FEED = 0x0a;

/** How many lines end in these bytes. */
export function lineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/** What follows the first line feed: bytes that begin in the middle of a line begin in one of a character or colour too. */
export function fromNextLine(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(LINE_FEED);
  return end === -1 ? bytes.subarray(bytes.length) : bytes.subarray(end + 1);
}
