// Decides which files may be read as the output of a run, namely only those that pi created for it.
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The names that pi 0.73.1 to 1.5.2 uses (`core/tools/output-accumulator.js`, since 0.99 `utils/output-files.js`). */
const NAME = /^pi-(bash|powershell)-[0-9a-f]{16}\.log$/;

export function isPiFileName(name: string): boolean {
  return NAME.test(name);
}

/** Thrown if the path in pi's record is not one of pi's output files. */
export class NotPiFile extends Error {
  override name = 'NotPiFile';
}

/** These flags neither follow a link nor wait for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens the file at `details.fullOutputPath` for reading. `folder` is the temporary folder of the pi that wrote it.
 * The path is checked because the tools of extensions can put any path there.
 *
 * @throws NotPiFile, or the error of the file system: `ENOENT` also when pi has not created it yet.
 */
export async function openPiFile(path: string, folder: string): Promise<FileHandle> {
  checkPath(path, folder);
  const handle = await open(path, FLAGS).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new NotPiFile(`${path} is a link.`) : error;
  });
  try {
    checkFile(path, await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Returns the current size of the file in bytes; undefined if it does not exist or is not one of pi's. */
export function sizeOfPiFile(path: string, folder: string): number | undefined {
  try {
    checkPath(path, folder);
    const stat = lstatSync(path);
    checkFile(path, stat);
    return stat.size;
  } catch {
    // The file was deleted, is not readable, or is not pi's. It cannot be shown in any case.
    return undefined;
  }
}

/** Whether this is one of pi's files and begins with these few bytes. Reads synchronously. */
export function piFileBeginsWith(path: string, folder: string, head: Uint8Array): boolean {
  try {
    checkPath(path, folder);
    const fd = openSync(path, FLAGS);
    try {
      const stat = fstatSync(fd);
      checkFile(path, stat);
      if (stat.size < head.length) return false;
      const bytes = Buffer.alloc(head.length);
      return readSync(fd, bytes, 0, head.length, 0) === head.length && bytes.equals(head);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The file was deleted, is not readable, or is not pi's.
    return false;
  }
}

/** Whether the process has the file open. Only Linux reports that. */
export function isOpenIn(pid: number, path: string): boolean {
  const descriptors = `/proc/${pid}/fd`;
  try {
    const real = realpathSync(path);
    return readdirSync(descriptors).some((fd) => isLinkTo(join(descriptors, fd), real));
  } catch {
    // The process or the file no longer exists, or this is not Linux.
    return false;
  }
}

function isLinkTo(link: string, path: string): boolean {
  try {
    return readlinkSync(link) === path;
  } catch {
    // The descriptor was closed in the meantime.
    return false;
  }
}

function checkPath(path: string, folder: string): void {
  if (!NAME.test(basename(path))) throw new NotPiFile(`${path} is not named like an output file of pi.`);
  const parent = dirname(path);
  // TMPDIR may itself be a link (as on macOS), and pi may use either path.
  if (parent !== folder && realpathSync(parent) !== realpathSync(folder)) {
    throw new NotPiFile(`${path} is not in ${folder}, where pi keeps its output files.`);
  }
}

function checkFile(path: string, stat: Stats): void {
  if (!stat.isFile()) throw new NotPiFile(`${path} is not a regular file.`);
  if (stat.nlink > 1) throw new NotPiFile(`${path} is a second name of another file.`);
  if (process.getuid && stat.uid !== process.getuid())
    throw new NotPiFile(`${path} belongs to another user.`);
}
