// Replaces a file so that at every moment the whole old or the whole new one is on disk. (The library write-file-atomic
// 8.0.0 does not notice when the disk takes only a part of the bytes: on a full disk it puts a truncated file in place
// and reports success.)
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { access, link, lstat, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { notAFile } from './disk-error.ts';
import type { OpenFolder } from './inside.ts';
import { keepAttributes } from './keep-attributes.ts';
import { temporaryName } from './temporary-name.ts';
import { keepContents } from './unfinished-writes.ts';
import { setContent } from './write-in-place.ts';

export interface Replacement {
  /** The name within the folder. */
  name: string;
  bytes: Uint8Array;
  /** Whether to create the file, which must not exist yet. Otherwise it must exist. */
  isNew: boolean;
  /** Throws if the old file has changed since the caller read it. Called as late as possible. */
  confirm: () => Promise<void>;
}

/** Thrown if a new file could not have everything that the old one has. `code` is like that of a disk error. */
class Irreplaceable extends Error {
  readonly code = 'EATTRIBUTES';
}

/**
 * Writes and flushes a file beside the target, then renames it. Keeps owner, group, mode, access control list and
 * extended attributes, or throws `Irreplaceable`, and the file is as it was.
 */
export async function replaceFile(folder: OpenFolder, file: Replacement): Promise<void> {
  const target = join(folder.base, file.name);
  const temporary = join(folder.base, temporaryName());
  const old = file.isNew ? null : await openOld(target);
  try {
    await writeWhole(temporary, file.bytes, old);
    await file.confirm();
    if (old) await rename(temporary, target);
    else await putNew(temporary, target);
    await folder.sync();
  } finally {
    await rm(temporary, { force: true });
    await old?.close();
  }
}

async function openOld(target: string): Promise<FileHandle> {
  await lstat(target);
  // A rename only needs permission for the folder, so a read-only file has to be refused here.
  await access(target, constants.W_OK);
  return open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

async function writeWhole(path: string, bytes: Uint8Array, old: FileHandle | null): Promise<void> {
  // Nobody else may read the new content of a private file before its mode is set.
  const file = await open(path, 'wx', old ? 0o600 : 0o666);
  try {
    // Unlike a single write, this continues when the disk takes only a part, so that a full disk becomes an error.
    await file.writeFile(bytes);
    if (old && !(await keepAttributes(old, file, path)))
      throw new Irreplaceable('Its owner, group, access control list or attributes cannot be copied.');
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Gives the new file its name by a hard link, which fails with EEXIST, whereas a rename would overwrite a file that was
 * created a moment ago.
 */
export async function putNew(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems, such as FAT, have no hard links. If there was another reason, the rename fails for it as well.
    return rename(temporary, target);
  }
  await rm(temporary);
}

/**
 * Whether a file can be overwritten in place after replacing it failed with `error`. That is so if something is mounted on
 * its name, if the file is writable but its folder is not, or if a new file would lose what the old one has.
 */
export async function isOverwritable(folder: OpenFolder, name: string, error: unknown): Promise<boolean> {
  const { code } = error as NodeJS.ErrnoException;
  if (!['EBUSY', 'EACCES', 'EPERM', 'EROFS', 'EATTRIBUTES'].includes(String(code))) return false;
  return access(join(folder.base, name), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Overwrites the file in place. The next panel finishes this after a crash in the middle, if the folder is of a root with
 * an `unfinished` folder. Restores the old content if the new one does not fit.
 */
export async function overwriteFile(
  folder: OpenFolder,
  { name, bytes, confirm }: Omit<Replacement, 'isNew'>,
): Promise<void> {
  const flags = constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(folder.base, name), flags);
  try {
    if (!(await file.stat()).isFile()) throw notAFile(name);
    const old = await file.readFile();
    const kept = await keepContents(folder, { name, old, bytes });
    let isTouched = false;
    try {
      await confirm();
      isTouched = true;
      await setContent(file, bytes);
    } catch (error) {
      // If this fails, both contents stay where they are kept.
      if (isTouched) await setContent(file, old);
      await kept.remove();
      throw error;
    }
    await kept.remove();
  } finally {
    await file.close();
  }
}
