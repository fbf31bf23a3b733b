// Reads a text file of the workspace, and computes etags.
import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Refusal } from '../../shared/refusal.ts';
import { notAFile, onDisk } from './disk-error.ts';
import type { Root } from './inside.ts';
import { openFile } from './inside.ts';

/** The largest file that can be read or written, in bytes. */
export const MAX_FILE_SIZE = 10 * 1024 * 1024;

export interface FileContent {
  bytes: Uint8Array<ArrayBuffer>;
  /** Strong: the SHA-256 of the bytes in hex, in quotes. */
  etag: string;
}

/**
 * Returns the unchanged bytes of the text file at `path`. Refuses a path that is missing (404), outside (403), not a
 * regular file (400), larger than 10 MiB (413 `file_too_large`), or binary (415 `binary`).
 */
export async function readFile(root: Root, path: string): Promise<FileContent> {
  const file = await openFile(root, path);
  try {
    return await onDisk(path, async () => {
      const stats = await file.stat();
      if (!stats.isFile()) throw notAFile(path);
      if (stats.size > MAX_FILE_SIZE) throw tooLarge(path, stats.size);
      await refuseBinary(file, path);
      const bytes = await readUpTo(file, stats.size + 1);
      // The file grew during the read, so the bytes are neither the old nor the new content.
      if (bytes.length > MAX_FILE_SIZE) throw tooLarge(path, bytes.length);
      return { bytes, etag: etagOf(createHash('sha256').update(bytes)) };
    });
  } finally {
    await file.close();
  }
}

/** As in git and grep, text has no NUL, and most binary files have one early. The rest of such a file is not read. */
async function refuseBinary(file: FileHandle, path: string): Promise<void> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(8192), 0, 8192, 0);
  if (buffer.subarray(0, bytesRead).includes(0))
    throw new Refusal(415, 'binary', `${JSON.stringify(path)} is a binary file and cannot be shown as text.`);
}

/** The most bytes that one request for a part of a file returns. */
export const MAX_PART = 4 * 1024 * 1024;

export interface FilePart {
  bytes: Uint8Array<ArrayBuffer>;
  /** The size of the whole file. */
  size: number;
  /** Weak: distinguishes versions of the file without reading it. */
  etag: string;
}

/** Reads up to `count` bytes of a regular file of any size, starting at byte `from`. */
export async function readPart(
  root: Root,
  path: string,
  { from, count }: { from: number; count: number },
): Promise<FilePart> {
  const file = await openFile(root, path);
  try {
    return await onDisk(path, async () => {
      const stats = await file.stat();
      if (!stats.isFile()) throw notAFile(path);
      const buffer = new Uint8Array(Math.max(0, Math.min(count, MAX_PART, stats.size - from)));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
      const etag = `W/"${stats.size}-${Math.floor(stats.mtimeMs)}"`;
      return { bytes: buffer.subarray(0, bytesRead), size: stats.size, etag };
    });
  } finally {
    await file.close();
  }
}

/** Returns the etag of the current regular file of any size; undefined if there is none. */
export async function currentEtag(root: Root, path: string): Promise<string | undefined> {
  let file: FileHandle;
  try {
    file = await openFile(root, path);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
  try {
    if (!(await file.stat()).isFile()) throw notAFile(path);
    const hash = createHash('sha256');
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
    return etagOf(hash);
  } finally {
    await file.close();
  }
}

export function etagOf(hash: Hash): string {
  return `"${hash.digest('hex')}"`;
}

export function tooLarge(path: string, size: number): Refusal {
  const message = `${JSON.stringify(path)} has ${Math.ceil(size / 1024 / 1024)} MiB; up to 10 MiB can be opened or saved.`;
  return new Refusal(413, 'file_too_large', message);
}

/** Reads to the end of the file, which may have grown past `expected` bytes. */
async function readUpTo(file: FileHandle, expected: number): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = new Uint8Array(expected);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length > MAX_FILE_SIZE) return buffer.subarray(0, length);
    if (length === buffer.length) {
      const larger = new Uint8Array(length + 65_536);
      larger.set(buffer);
      buffer = larger;
    }
  }
}
