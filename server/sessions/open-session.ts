// Opens the file of a session to read it, which may have been deleted since it was listed.
import { open, type FileHandle } from 'node:fs/promises';

/** Resolves to undefined if there is no such file any more, and to null if it cannot be read. */
export async function openSession(file: string): Promise<FileHandle | null | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : null;
  }
}
