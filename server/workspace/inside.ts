// The way from a path to something open, and never to anything outside the workspace. A check of the path
// alone loses the race against a link that is swapped in between (hundreds of times in 100,000 tries), so
// what counts is where the descriptor that was opened really points.
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { onDisk, outside } from './disk-error.ts';

/** Where the kernel shows the real path of a descriptor; only Linux has it. */
const descriptors = '/proc/self/fd';

export interface Root {
  /** Absolute, without links. */
  real: string;
  /** Another place than `/proc/self/fd`, for the test of systems that have none. */
  descriptors?: string;
}

export interface OpenFolder {
  /** The folder for file operations that no swapped link can mislead: through its descriptor where possible. */
  base: string;
  /** Its real path relative to the workspace, `/` between names. */
  path: string;
  close(): Promise<void>;
  /** Puts a finished rename in it on the disk. */
  sync(): Promise<void>;
}

/** Opens the file at `path` (a result of `parsePath`) to read. The caller looks at its kind and closes it. */
export async function openFile(root: Root, path: string): Promise<FileHandle> {
  return onDisk(path, async () => {
    const real = await realPathInside(root, path);
    // Without blocking, or a FIFO would hold the request until somebody writes to it.
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return verified(root, file, { real, path });
  });
}

/** Opens the folder at `path`. The caller closes it. */
export async function openFolder(root: Root, path: string): Promise<OpenFolder> {
  return onDisk(path, async () => {
    const real = await realPathInside(root, path);
    const inside = relative(root.real, real).split(sep).join('/');
    if (process.platform === 'win32') return plainFolder(real, inside);
    const file = await open(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    await verified(root, file, { real, path });
    const known = await descriptorPath(root, file);
    return {
      base: known === undefined ? real : join(descriptors, String(file.fd)),
      path: inside,
      close: () => file.close(),
      sync: () => file.sync(),
    };
  });
}

/** Windows opens no folders; there the checked path has to do. */
function plainFolder(base: string, path: string): OpenFolder {
  return { base, path, close: () => Promise.resolve(), sync: () => Promise.resolve() };
}

/** The absolute path without links; Refusal 403 outside, an ENOENT as the disk says it. */
export async function realPathInside(root: Root, path: string): Promise<string> {
  const real = await realpath(join(root.real, path));
  if (!isWithin(root.real, real)) throw outside(path);
  return real;
}

/** Compared with the separator: `/ws-evil` starts with `/ws` too. */
export function isWithin(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Hands back the open file, or closes it and refuses: it has to be inside, wherever its path led before. */
export async function verified(
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

/** Undefined where the system does not tell. */
async function descriptorPath(root: Root, file: FileHandle): Promise<string | undefined> {
  try {
    return await readlink(join(root.descriptors ?? descriptors, String(file.fd)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Second best: the path still leads inside without a link, and to the very inode that is open. */
async function isStillThere(root: Root, file: FileHandle, real: string): Promise<boolean> {
  const opened = await file.stat({ bigint: true });
  const now = await lstat(real, { bigint: true });
  const folder = await realpath(dirname(real));
  const isSame = opened.ino === now.ino && opened.dev === now.dev;
  return isSame && (real === root.real || isWithin(root.real, folder));
}
