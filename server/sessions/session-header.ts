import { open, type FileHandle } from 'node:fs/promises';
import type { SessionHeader } from '../../shared/pi/session.ts';
import { parseHeader } from '../../shared/pi/session-parse.ts';
import { scanLines } from './line-scan.ts';

/** Headers fit into the first; the second is how far pi 0.87.1 itself looks for one. */
const READ_BYTES = [8 * 1024, 1024 * 1024];

/**
 * Whether a file exists and begins as a pi session does. Ask before any path goes to pi: `switch_session`
 * creates a file that is not there (all versions) and overwrites one that is no session (<= 0.79.9).
 */
export async function isSession(file: string): Promise<boolean> {
  return (await readSessionHeader(file)) !== undefined;
}

/** Undefined when there is no such file, it cannot be read, or it is no session. */
export async function readSessionHeader(file: string): Promise<SessionHeader | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch {
    // Missing, forbidden, a broken link: for whoever asks it is no session, which is the whole answer.
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
