// Moves a file or folder to a place that may be on another disk. At every moment, all of it is in one of the two
// places.
import { chmod, cp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../../../shared/error-text.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { temporaryName } from '../temporary-name.ts';
import { renameToFree, type Entry } from './entry.ts';

/** Thrown when only the copy at `place` is complete, so it has to stay. */
export class OnlyCopy extends Refusal {
  constructor(place: string, cause: unknown) {
    const message = `It was deleted only in part, and that part could not be put back: ${errorText(cause)}. A complete copy is in ${place}.`;
    super(500, 'only_copy', message);
  }
}

/** Copies everything to the other disk before it removes the first file. Rejects with an `OnlyCopy`, or an error. */
export async function moveAcross(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copy(from, to);
    await rm(from, { recursive: true }).catch(async (cause: unknown) => {
      // One of the folders cannot be changed, so what has been removed so far is put back.
      await copy(to, from).catch((error: unknown) => {
        throw new OnlyCopy(to, error);
      });
      throw cause;
    });
  }
}

/** Gives the entry its name in the workspace once it is complete. Throws a Refusal 409 `exists` if the name is used. */
export async function moveBack(content: string, entry: Entry): Promise<void> {
  try {
    await renameToFree({ ...entry, location: content }, entry);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const beside = { ...entry, location: join(entry.folder.base, temporaryName()) };
    try {
      await copy(content, beside.location);
      await renameToFree(beside, entry);
    } catch (cause) {
      await removeWhole(beside.location);
      throw cause;
    }
  }
}

/** Copies, but never replaces a file. */
function copy(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, force: false });
}

/** Removes everything, including the content of read-only folders, such as those of Go's modules. */
export async function removeWhole(location: string): Promise<void> {
  const remove = (): Promise<void> => rm(location, { recursive: true, force: true });
  await remove().catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    await allowChanges(location);
    await remove();
  });
}

async function allowChanges(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await allowChanges(join(folder, entry.name));
}
