// Lines in the bytes of an output. xterm knows its lines but not which bytes they came from, so the place where the
// last N lines begin is found by counting line feeds backwards in the bytes themselves.
import type { RequestOptions } from '../../lib/requests/api.ts';

const LINE_FEED = 0x0a;
const CHUNK_BYTES = 512 * 1024;

export interface OutputRoute {
  api: { fetch: (path: string, options: RequestOptions) => Promise<Response> };
  /** `api/agents/ID/calls/CALL/output` */
  path: string;
}

/** How many lines end in these bytes. */
export function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/**
 * The bytes after the first line feed: a stream that starts in the middle of a line may also start in the middle of a
 * character or a color. Without a line feed in the first `max` bytes, what follows these, from the next character on.
 */
export function skipPartialLine(bytes: Uint8Array, max: number): Uint8Array {
  const end = bytes.subarray(0, max).indexOf(LINE_FEED);
  if (end !== -1) return bytes.subarray(end + 1);
  let start = Math.min(max, bytes.length);
  while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}

export interface LastLines {
  /** The lines before this byte are counted. */
  end: number;
  lines: number;
  /** The first byte that may be read; default 0. */
  min?: number;
}

/**
 * The byte at which the last `lines` lines before byte `end` begin; `min` when there are fewer. The last of them is the
 * unfinished one, which is empty when `end` follows a line feed.
 */
export async function startOfLines(output: OutputRoute, { end, lines, min = 0 }: LastLines): Promise<number> {
  let left = lines;
  for (let to = end; to > min;) {
    const from = Math.max(min, to - CHUNK_BYTES);
    const bytes = await readRange(output, from, to);
    for (let at = bytes.length - 1; at >= 0; at--) {
      if (bytes[at] === LINE_FEED && --left === 0) return from + at + 1;
    }
    to = from;
  }
  return min;
}

/** The byte at which the line ends that is `lines` lines after byte `start`; at most `max` bytes are read. */
export async function endOfLines(
  output: OutputRoute,
  { start, lines, max }: { start: number; lines: number; max: number },
): Promise<number> {
  const bytes = await readRange(output, start, start + max);
  let left = lines;
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === LINE_FEED && --left === 0) return start + at + 1;
  return start + bytes.length;
}

async function readRange({ api, path }: OutputRoute, from: number, to: number): Promise<Uint8Array> {
  const request = new AbortController();
  const response = await api.fetch(`${path}?from=${from}`, { signal: request.signal });
  const reader = response.body!.getReader();
  const bytes = new Uint8Array(to - from);
  for (let filled = 0; filled < bytes.length;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, filled);
    bytes.set(value.subarray(0, bytes.length - filled), filled);
    filled += value.length;
  }
  // The route has no end parameter: the rest of the output is cut off here.
  request.abort();
  return bytes;
}
