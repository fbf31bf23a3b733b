// Recognizes a session file by its header.
import { open, type FileHandle } from 'node:fs/promises';
import type { SessionHeader } from '../../shared/pi/session.ts';
import { parseHeader } from '../../shared/pi/session-parse.ts';
import { scanLines } from './line-scan.ts';

/** Headers fit into the first size. pi 0.87.1 itself searches up to the second. */
const READ_BYTES = [8 * 1024, 1024 * 1024];

/**
 * Whether a file exists and begins like a pi session. Check this before a path is passed to pi, because
 * `switch_session` creates a missing file (in all versions), and overwrites one that is not a session (<= 0.79.9).
 */
export async function isSession(file: string): Promise<boolean> {
  return (await readSessionHeader(file)) !== undefined;
}

/** Returns undefined if the file is missing, cannot be read, or is not a session. */
export async function readSessionHeader(file: string): Promise<SessionHeader | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch {
    // The file is missing, forbidden, or a broken link, and so not a session.
    return undefined;
  }
  try {
    const stats = await handle.stat();
    return stats.isFile() ? await findHeader(handle, stats.size) : undefined;
  } finally {
    await handle.close();
  }
}

async function findHeader(file: FileHandle, size: number): Promise<SessionHeader | undefined> {
  for (const bytes of READ_BYTES) {
    let header: SessionHeader | null | undefined;
    await scanLines(file, { from: 0, to: Math.min(size, bytes), chunkBytes: bytes }, (line) => {
      header = parseHeader(line.head.toString());
      return header === undefined;
    });
    if (header !== undefined || size <= bytes) return header ?? undefined;
  }
  return undefined;
}
