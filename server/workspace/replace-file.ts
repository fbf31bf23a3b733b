// The file on the disk is the old one or the new one, whole, at every moment. (write-file-atomic 8.0.0 would
// be the library for it, but it does not look at how much was written: when the disk fills up it puts a cut
// file in place and reports success.)
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
  /** Whether there must be no file of this name yet; otherwise there must be one. */
  isNew: boolean;
  /** Throws if the old file is not the expected one any more. Called as late as can be. */
  confirm: () => Promise<void>;
}

/** Writes beside the target, puts it on the disk, and only then into place. Keeps mode and owner. */
export async function replaceFile(folder: OpenFolder, file: Replacement): Promise<void> {
  const target = join(folder.base, file.name);
  const temporary = join(folder.base, temporaryName());
  const old = file.isNew ? undefined : await lstat(target);
  // A rename asks only the folder; a file that somebody made read-only stays as it is.
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
  const file = await open(path, 'wx', old ? 0o600 : 0o666);
  try {
    // Goes on after a short write, so a disk that fills up becomes an error.
    await file.writeFile(bytes);
    if (old) await keepOwnerAndMode(file, old);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function keepOwnerAndMode(file: FileHandle, old: Stats): Promise<void> {
  const { uid, gid } = await file.stat();
  const isOurs = (uid === old.uid && gid === old.gid) || (await changeOwner(file, old));
  // Special bits speak for an owner; they do not pass to another one.
  await file.chmod(old.mode & (isOurs ? 0o7777 : 0o777));
}

/** False where only root may do that: the file then belongs to whoever runs the panel. */
async function changeOwner(file: FileHandle, { uid, gid }: Stats): Promise<boolean> {
  try {
    await file.chown(uid, gid);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    return false;
  }
}

/** A hard link fails with EEXIST where a rename would overwrite what appeared a moment ago. */
async function putNew(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // File systems without hard links, such as FAT.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    await rename(temporary, target);
  }
}
