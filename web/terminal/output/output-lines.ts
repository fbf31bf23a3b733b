// Finds lines in the bytes of an output. xterm knows its lines but not the bytes from which they came. The start of the
// last N lines is therefore found by counting line feeds backwards in the output itself.
import type { OutputRoute } from './run-addresses.ts';

const LINE_FEED = 0x0a;
const CHUNK_BYTES = 512 * 1024;

export function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/**
 * Returns the bytes after the first line feed, because a stream that starts in the middle of a line may also start in
 * the middle of a character or a color. If the first `max` bytes contain no line feed, only these are skipped, with the
 * rest of the character in which they end.
 */
export function skipPartialLine(bytes: Uint8Array, max: number): Uint8Array {
  const end = bytes.subarray(0, max).indexOf(LINE_FEED);
  if (end !== -1) return bytes.subarray(end + 1);
  let start = Math.min(max, bytes.length);
  while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}

export interface LastLines {
  /** Only the lines before this byte are counted. */
  end: number;
  lines: number;
  /** The first byte that may be read. Default: 0. */
  min?: number;
}

/**
 * Finds the byte at which the last `lines` lines before byte `end` begin. Returns `min` if there are fewer lines. The
 * last of these lines is the unfinished one, which is empty if a line feed precedes `end`.
 */
export async function startOfLines(output: OutputRoute, { end, lines, min = 0 }: LastLines): Promise<number> {
  if (lines === 0) return end;
  let left = lines;
  for (let to = end; to > min;) {
    const from = Math.max(min, to - CHUNK_BYTES);
    const { bytes, total } = await readRange(output, from, to);
    // If a session was resumed, only the end of an output may be left.
    if (total < end)
      return startOfLines(output, { end: total, lines, min: Math.max(0, min - (end - total)) });
    for (let at = bytes.length - 1; at >= 0; at--) {
      if (bytes[at] === LINE_FEED && --left === 0) return from + at + 1;
    }
    to = from;
  }
  return min;
}

/** Finds the byte after the next `lines` lines from byte `start` on. Reads at most `max` bytes. */
export async function endOfLines(
  output: OutputRoute,
  { start, lines, max }: { start: number; lines: number; max: number },
): Promise<number> {
  if (lines === 0) return start;
  const { bytes } = await readRange(output, start, start + max);
  let left = lines;
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === LINE_FEED && --left === 0) return start + at + 1;
  return start + bytes.length;
}

/** Reads a range. `total` in the result is the length of the output, or Infinity if the server does not report it. */
async function readRange(
  { api, path }: OutputRoute,
  from: number,
  to: number,
): Promise<{ bytes: Uint8Array; total: number }> {
  const request = new AbortController();
  const response = await api.fetch(`${path}?from=${from}`, { signal: request.signal });
  const total = Number(response.headers.get('X-Output-Bytes') ?? Infinity);
  const reader = response.body!.getReader();
  const bytes = new Uint8Array(to - from);
  for (let filled = 0; filled < bytes.length;) {
    const { done, value } = await reader.read();
    if (done) return { bytes: bytes.subarray(0, filled), total };
    bytes.set(value.subarray(0, bytes.length - filled), filled);
    filled += value.length;
  }
  // The route has no parameter for the end of the range, so the response is canceled here.
  request.abort();
  return { bytes, total };
}
