// Opens files and folders inside the workspace, and nothing outside. A check of the path alone loses the race against a
// link that is swapped in between (hundreds of times in 100,000 tries), so the opened descriptor itself is checked.
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { onDisk, outside } from './disk-error.ts';

/** Where the kernel shows the real path of a descriptor (Linux only). */
const DESCRIPTORS = '/proc/self/fd';

export interface Root {
  /** Absolute, without links. */
  real: string;
  /** Replaces `/proc/self/fd` in tests of systems that do not have it. */
  descriptors?: string;
  /** Absolute: where both contents of a file are kept while it is overwritten in place (see `keepContents`). */
  unfinished?: string;
}

export interface OpenFolder {
  /** The folder for file operations, if possible by the path of its descriptor, which no swapped link can change. */
  base: string;
  /** The folder's real path relative to the workspace, with `/` between names. */
  path: string;
  /** That of the root. */
  unfinished: string | undefined;
  close: () => Promise<void>;
  /** Flushes a finished rename in the folder to disk. */
  sync: () => Promise<void>;
}

/** Opens the file at `path` (a result of `parsePath`) for reading. The caller checks its type and closes it. */
export async function openFile(root: Root, path: string): Promise<FileHandle> {
  return onDisk(path, async () => {
    const real = await realPathInside(root, path);
    // Opening a FIFO would otherwise block the request until something writes to it.
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return verifyInside(root, file, { real, path });
  });
}

/** Opens the folder at `path`. The caller closes it. */
export async function openFolder(root: Root, path: string): Promise<OpenFolder> {
  return onDisk(path, async () => {
    const real = await realPathInside(root, path);
    const inside = relative(root.real, real).split(sep).join('/');
    if (process.platform === 'win32') return plainFolder(root, real, inside);
    const file = await open(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    await verifyInside(root, file, { real, path });
    return openedFolder(root, file, inside);
  });
}

/** Opens the folder of which this is the real path, without following a link that has replaced a part of it since. */
export async function openAt(root: Root, path: string): Promise<OpenFolder> {
  const real = join(root.real, path);
  if (process.platform === 'win32') return plainFolder(root, real, path);
  const file = await open(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const actual = (await descriptorPath(root, file)) ?? (await realpath(real));
  if (actual === real) return openedFolder(root, file, path);
  await file.close();
  throw outside(path);
}

async function openedFolder(root: Root, file: FileHandle, path: string): Promise<OpenFolder> {
  const known = await descriptorPath(root, file);
  return {
    base: known === undefined ? join(root.real, path) : join(DESCRIPTORS, String(file.fd)),
    path,
    unfinished: root.unfinished,
    close: () => file.close(),
    sync: () => file.sync(),
  };
}

/** Opens a folder by its checked path, which has to suffice on Windows, where folders have no descriptors. */
function plainFolder({ unfinished }: Root, base: string, path: string): OpenFolder {
  return { base, path, unfinished, close: () => Promise.resolve(), sync: () => Promise.resolve() };
}

/** Returns the absolute path without links. Throws a Refusal 403 outside the workspace, or the disk's ENOENT. */
export async function realPathInside(root: Root, path: string): Promise<string> {
  const real = await realpath(join(root.real, path));
  if (!isWithin(root.real, real)) throw outside(path);
  return real;
}

/** Whether a path is inside. Compares including the separator, because `/ws-evil` also starts with `/ws`. */
export function isWithin(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Checks where the open file really is. Returns the file if that is inside; otherwise closes it and refuses. */
export async function verifyInside(
  root: Root,
  file: FileHandle,
  at: { real: string; path: string },
): Promise<FileHandle> {
  try {
    const actual = await descriptorPath(root, file);
    const isInside =
      actual === undefined ? await isStillThere(root, file, at.real) : isWithin(root.real, actual);
    if (!isInside) throw outside(at.path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Returns the path of a descriptor; undefined if the system does not show it. */
async function descriptorPath(root: Root, file: FileHandle): Promise<string | undefined> {
  try {
    return await readlink(join(root.descriptors ?? DESCRIPTORS, String(file.fd)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Whether the path still leads inside without a link, and to the open inode. This check is weaker. */
async function isStillThere(root: Root, file: FileHandle, real: string): Promise<boolean> {
  const opened = await file.stat({ bigint: true });
  const now = await lstat(real, { bigint: true });
  const folder = await realpath(dirname(real));
  const isSame = opened.ino === now.ino && opened.dev === now.dev;
  return isSame && (real === root.real || isWithin(root.real, folder));
}
