// Replaces a file so that at every moment the whole old or the whole new one is on disk. (The library write-file-atomic
// 8.0.0 ignores short writes. When the disk fills up, it puts a truncated file in place and reports success.)
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { access, link, lstat, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenFolder } from './inside.ts';

export interface Replacement {
  /** The name within the folder. */
  name: string;
  bytes: Uint8Array;
  /** Whether the file must not exist yet. If false, it must exist. */
  isNew: boolean;
  /** Throws if the old file is no longer the expected one. Called as late as possible. */
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
  const file = await open(path, 'wx', old ? 0o600 : 0o666);
  try {
    // Continues after a short write, so that a full disk becomes an error.
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
  // Setuid and setgid bits are kept only together with the owner.
  await file.chmod(old.mode & (isOurs ? 0o7777 : 0o777));
}

/** Returns false if only root may do that. The file then belongs to the user who runs the panel. */
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
    // Some file systems, such as FAT, have no hard links. After any other error, this fails as well.
    return rename(temporary, target);
  }
  await rm(temporary);
}

/**
 * Whether a file that could not be replaced because of `error` can still be overwritten in place, because something is
 * mounted on its name, or its folder is not writable.
 */
export async function isOverwritable(folder: OpenFolder, name: string, error: unknown): Promise<boolean> {
  const { code } = error as NodeJS.ErrnoException;
  if (!['EBUSY', 'EACCES', 'EPERM', 'EROFS'].includes(String(code))) return false;
  return access(join(folder.base, name), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Overwrites the file in place, which a crash can cut short. Restores the old content if the new one does not fit. */
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
  await writeAt(file, 0, bytes);
  await file.truncate(bytes.length);
  await file.sync();
}

/** Writes all bytes. Continues after a short write, until the disk reports why it was short. */
export async function writeAt(file: Pick<FileHandle, 'write'>, at: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

/** Returns a name for a file while it is being saved. It is hidden from listings, searches, and watchers. */
export function temporaryName(): string {
  return `.pi-panel-${randomBytes(8).toString('hex')}.tmp`;
}

export function isTemporary(name: string): boolean {
  return /^\.pi-panel-[\da-f]{16}\.tmp$/.test(name);
}

/** Whether the process that wrote it must have been killed, because no save takes ten minutes. */
export function isLeftover(stats: Stats): boolean {
  return Date.now() - stats.mtimeMs > 10 * 60_000;
}
