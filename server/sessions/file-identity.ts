// Tells whether a file is still the one that was read before, perhaps longer. If so, it is read from where the last
// read ended. A file that was replaced or rewritten (pi rewrites versions 1 and 2 in place) is read from the start.
import type { FileHandle } from 'node:fs/promises';
import type { Stats } from 'node:fs';

export interface ByteRange {
  offset: number;
  length: number;
}

/** Identifies a state of a file: its stamp, and a part of its first and last lines. */
export interface FileIdentity {
  dev: number;
  ino: number;
  size: number;
  mtimeMs: number;
  marks: { offset: number; bytes: Buffer }[];
}

const MARK_BYTES = 512;

export async function identify(file: FileHandle, stats: Stats, ranges: ByteRange[]): Promise<FileIdentity> {
  const { dev, ino, size, mtimeMs } = stats;
  const marks = [];
  for (const { offset, length } of ranges) {
    marks.push({ offset, bytes: await readAt(file, offset, Math.min(length, MARK_BYTES)) });
  }
  return { dev, ino, size, mtimeMs, marks };
}

export function isUntouched(known: FileIdentity, stats: Stats): boolean {
  return isSameFile(known, stats) && stats.size === known.size && stats.mtimeMs === known.mtimeMs;
}

/** Whether the file still begins with its earlier content. Compares the marks, not every byte. */
export async function isContinued(known: FileIdentity, file: FileHandle, stats: Stats): Promise<boolean> {
  if (!isSameFile(known, stats) || stats.size < known.size) return false;
  for (const { offset, bytes } of known.marks) {
    if (!bytes.equals(await readAt(file, offset, bytes.length))) return false;
  }
  return true;
}

function isSameFile(known: FileIdentity, stats: Stats): boolean {
  return stats.dev === known.dev && stats.ino === known.ino;
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytes.subarray(0, bytesRead);
}
