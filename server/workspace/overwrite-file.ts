// For a file that nothing can be put in the place of: something is mounted on its name, or its folder may not be
// written. It is overwritten where it stands, which a crash can cut short: only for who was told so.
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { access, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenFolder } from './inside.ts';
import type { Replacement } from './replace-file.ts';

/** Whether the file of this name, which could not be replaced for this reason, can be overwritten all the same. */
export async function isOverwritable(folder: OpenFolder, name: string, error: unknown): Promise<boolean> {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!['EBUSY', 'EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
  return access(join(folder.base, name), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** When the new text does not fit, the old one is put back. `confirm` as for a replacement. */
export async function overwriteFile(
  folder: OpenFolder,
  { name, bytes, confirm }: Omit<Replacement, 'isNew'>,
): Promise<void> {
  const file = await open(join(folder.base, name), constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    const old = await file.readFile();
    await confirm();
    try {
      await fill(file, bytes);
    } catch (error) {
      await fill(file, old);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function fill(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, done)).bytesWritten;
  await file.truncate(bytes.length);
  await file.sync();
}
