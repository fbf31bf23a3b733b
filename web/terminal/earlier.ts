// Where so many last lines of an output begin: all that a screen can hold, or what it shows now. xterm tells its
// lines, not which bytes they were: they are counted back from the end, in the bytes themselves.
import type { RequestOptions } from '../lib/api.ts';

const STRETCH = 512 * 1024;
const LINE_FEED = 0x0a;

interface Output {
  api: { fetch(path: string, options: RequestOptions): Promise<Response> };
  /** `api/agents/ID/calls/CALL/output` */
  path: string;
}

interface Wanted {
  end: number;
  lines: number;
  /** No byte before this one is looked at; default 0. */
  least?: number;
}

/**
 * The byte at which the last `lines` lines before byte `end` begin; `least` when there are not so many. The last of
 * them is the one that was being written, empty when `end` stands behind a line feed.
 */
export async function startOfLines(output: Output, { end, lines, least = 0 }: Wanted): Promise<number> {
  let left = lines;
  for (let to = end; to > least;) {
    const from = Math.max(least, to - STRETCH);
    const bytes = await read(output, from, to);
    for (let at = bytes.length - 1; at >= 0; at--) {
      if (bytes[at] === LINE_FEED && --left === 0) return from + at + 1;
    }
    to = from;
  }
  return least;
}

async function read({ api, path }: Output, from: number, to: number): Promise<Uint8Array> {
  const over = new AbortController();
  const response = await api.fetch(`${path}?from=${from}`, { signal: over.signal });
  const reader = response.body!.getReader();
  const bytes = new Uint8Array(to - from);
  for (let filled = 0; filled < bytes.length;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, filled);
    bytes.set(value.subarray(0, bytes.length - filled), filled);
    filled += value.length;
  }
  // The rest of it is not wanted.
  over.abort();
  return bytes;
}
