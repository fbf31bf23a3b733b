// Visits the lines of a big file without loading or decoding it, and reads ranges of it.
import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './file-identity.ts';

const LF = 10;
/**
 * Bytes per read: large enough that a read costs little compared to the search, and small enough not to block
 * noticeably.
 */
const CHUNK_BYTES = 1024 * 1024;
/** How much of each end of a line is kept when it is longer than a chunk. */
const END_BYTES = 4096;

export interface ScannedLine {
  /** The position of the line's first byte in the file. */
  offset: number;
  /** The length in bytes, without the line break. */
  length: number;
  /** The line, or only its beginning if it is longer than a chunk. The next read overwrites this buffer. */
  head: Buffer;
  /** The line, or only its end if it is longer than a chunk. */
  tail: Buffer;
  /** Whether the line ends with a line break. The last line of a file may not, and may then still grow. */
  isTerminated: boolean;
}

export interface ScanRange {
  from: number;
  /** The scan ends here, even if the file grows in the meantime. */
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
      // The chunk ends within this line, so the next read begins with the line, and gets it in one piece.
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

/** Ranges this close together are read at once, because another read would cost more than these bytes. */
const MAX_GAP = 16 * 1024;

/** Returns the bytes of each range, in order. A range past the end of the file is returned shorter. */
export async function readRanges(file: FileHandle, ranges: readonly ByteRange[]): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for (let first = 0; first < ranges.length;) {
    let last = first;
    while (isNear(ranges[last], ranges[last + 1])) last++;
    const run = ranges.slice(first, last + 1);
    const start = run[0]?.offset ?? 0;
    const bytes = await readRange(file, { offset: start, length: endOf(run.at(-1)) - start });
    for (const { offset, length } of run)
      pieces.push(bytes.subarray(offset - start, offset - start + length));
    first = last + 1;
  }
  return pieces;
}

async function readRange(file: FileHandle, { offset, length }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

function isNear(range: ByteRange | undefined, next: ByteRange | undefined): boolean {
  if (!range || !next) return false;
  const gap = next.offset - endOf(range);
  return gap >= 0 && gap <= MAX_GAP;
}

function endOf(range: ByteRange | undefined): number {
  return range ? range.offset + range.length : 0;
}
