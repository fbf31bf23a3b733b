import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './file-identity.ts';

/** Ranges this close are fetched with one read: a seek costs more than these bytes. */
const MAX_GAP = 16 * 1024;

/** The bytes of each range, in order. A range that reaches beyond the end of the file comes back shorter. */
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
