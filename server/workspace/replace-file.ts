// Replaces a file so that at every moment the whole old or the whole new one is on disk. (The library write-file-atomic
// 8.0.0 does not notice when the disk takes only a part of the bytes: on a full disk it puts a truncated file in place
// and reports success.)
import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { access, link, lstat, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenFolder } from './inside.ts';
import { temporaryName } from './temporary-name.ts';

export interface Replacement {
  /** The name within the folder. */
  name: string;
  bytes: Uint8Array;
  /** Whether to create the file, which must not exist yet. Otherwise it must exist. */
  isNew: boolean;
  /** Throws if the old file has changed since the caller read it. Called as late as possible. */
  confirm: () => Promise<void>;
}

/** Writes and flushes a file beside the target, then renames it. Keeps mode and owner. */
export async function replaceFile(folder: OpenFolder, file: Replacement): Promise<void> {
  const target = join(folder.base, file.name);
  const temporary = join(folder.base, temporaryName());
  const old = file.isNew ? undefined : await lstat(target);
  // A rename only needs permission for the folder, so a read-only file has to be refused here.
  if (old) await access(target, constants.W_OK);
  try {
    await writeWhole(temporary, file.bytes, old);
    await file.confirm();
    if (old) await rename(temporary, target);
    else await putNew(temporary, target);
    await folder.sync();
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeWhole(path: string, bytes: Uint8Array, old: Stats | undefined): Promise<void> {
  // Nobody else may read the new content of a private file before its mode is set.
  const file = await open(path, 'wx', old ? 0o600 : 0o666);
  try {
    // Unlike a single write, this continues when the disk takes only a part, so that a full disk becomes an error.
    await file.writeFile(bytes);
    if (old) await keepOwnerAndMode(file, old);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function keepOwnerAndMode(file: FileHandle, old: Stats): Promise<void> {
  const { uid, gid } = await file.stat();
  const hasOldOwner = (uid === old.uid && gid === old.gid) || (await changeOwner(file, old));
  // Setuid and setgid bits are kept only together with the owner.
  await file.chmod(old.mode & (hasOldOwner ? 0o7777 : 0o777));
}

/** Returns false if only root may change the owner. The file then belongs to the user who runs the panel. */
async function changeOwner(file: FileHandle, { uid, gid }: Stats): Promise<boolean> {
  try {
    await file.chown(uid, gid);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    return false;
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
 * its name, or if the file is writable but its folder is not.
 */
export async function isOverwritable(folder: OpenFolder, name: string, error: unknown): Promise<boolean> {
  const { code } = error as NodeJS.ErrnoException;
  if (!['EBUSY', 'EACCES', 'EPERM', 'EROFS'].includes(String(code))) return false;
  return access(join(folder.base, name), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Overwrites the file in place: a crash meanwhile leaves a mixture of the old and the new content. Restores the old content
 * if the new one does not fit.
 */
export async function overwriteFile(
  folder: OpenFolder,
  { name, bytes, confirm }: Omit<Replacement, 'isNew'>,
): Promise<void> {
  const file = await open(join(folder.base, name), constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    const old = await file.readFile();
    await confirm();
    try {
      await setContent(file, bytes);
    } catch (error) {
      await setContent(file, old);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function setContent(file: FileHandle, bytes: Uint8Array): Promise<void> {
  await writeAt(file, 0, bytes);
  await file.truncate(bytes.length);
  await file.sync();
}

/** Writes all bytes. If the disk takes only a part, the next write throws the reason, such as a full disk. */
export async function writeAt(file: Pick<FileHandle, 'write'>, at: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}
