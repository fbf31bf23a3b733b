// Moves a file to a place that may be on another disk.
import { copyFile, open, rename, rm, stat } from 'node:fs/promises';

/**
 * Moves the file so that at every moment the whole file is in one of the two places, and never a part of it. Replaces a
 * file in the new place, and keeps the modes and times.
 */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyWhole(from, to);
    await rm(from).catch(async (cause: unknown) => {
      await rm(to);
      throw cause;
    });
  }
}

/** Copies the file. A copy that was cut short by a kill has a different name, and is overwritten the next time. */
async function copyWhole(from: string, to: string): Promise<void> {
  const copy = `${to}.new`;
  try {
    await copyFile(from, copy);
    const file = await open(copy, 'r');
    try {
      const { atime, mtime } = await stat(from);
      await file.utimes(atime, mtime);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(copy, to);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}
