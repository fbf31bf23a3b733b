// The lines of a big file, one after the other, without holding the file or decoding it.
import type { FileHandle } from 'node:fs/promises';

const LF = 10;
/** Bytes per read: big enough that the reads cost nothing beside the search, small enough not to be felt. */
const CHUNK_BYTES = 1024 * 1024;
/** How much of both ends of a line is kept when it is longer than a chunk. */
const END_BYTES = 4096;

export interface ScannedLine {
  /** Of its first byte in the file. */
  offset: number;
  /** In bytes, without the line break. */
  length: number;
  /** The line; only its beginning where it is longer than a chunk. A view that the next read overwrites. */
  head: Buffer;
  /** The line; only its end where it is longer than a chunk. */
  tail: Buffer;
  /** False for what stands after the last line break: a line that may still be growing. */
  isTerminated: boolean;
}

export interface ScanRange {
  from: number;
  /** Not read beyond, however the file grows meanwhile. */
  to: number;
  chunkBytes?: number;
}

/** Visits every line of the range in order; the visitor may return false to stop. */
export async function scanLines(
  file: FileHandle,
  range: ScanRange,
  visit: (line: ScannedLine) => boolean | void,
): Promise<void> {
  const { from, to, chunkBytes = CHUNK_BYTES } = range;
  const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(chunkBytes, to - from)));
  let lineStart = from;
  let readAt = from;
  let long: { head: Buffer; tail: Buffer } | undefined;

  while (readAt < to) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, to - readAt), readAt);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    const chunkStart = readAt;
    readAt += bytesRead;
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const bytes = chunk.subarray(start, end);
      const ends = long
        ? { head: long.head, tail: lastBytes(long.tail, bytes) }
        : { head: bytes, tail: bytes };
      long = undefined;
      const line = { offset: lineStart, length: chunkStart + end - lineStart, ...ends, isTerminated: true };
      if (visit(line) === false) return;
      start = end + 1;
      lineStart = chunkStart + start;
    }
    const rest = chunk.subarray(start);
    if (rest.length === 0) continue;
    if (start > 0 && readAt < to) {
      // Cut by the chunk: the next read begins with this line, so that it is seen in one piece.
      readAt = lineStart;
      continue;
    }
    long = {
      head: long?.head ?? Buffer.from(readAt < to ? rest.subarray(0, END_BYTES) : rest),
      tail: lastBytes(long?.tail ?? Buffer.alloc(0), rest),
    };
  }
  if (long) visit({ offset: lineStart, length: readAt - lineStart, ...long, isTerminated: false });
}

function lastBytes(before: Buffer, bytes: Buffer): Buffer {
  if (bytes.length >= END_BYTES) return Buffer.from(bytes.subarray(-END_BYTES));
  return Buffer.concat([before, bytes]).subarray(-END_BYTES);
}
