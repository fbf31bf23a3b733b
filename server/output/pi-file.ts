// Which files the output of a run may be read from: those that pi itself made for it, and no other.
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

/** As pi 0.73.1 to 1.5.2 name them (`core/tools/output-accumulator.js`, from 0.99 `utils/output-files.js`). */
const NAME = /^pi-(bash|powershell)-[0-9a-f]{16}\.log$/;

export function isNamedAsPis(name: string): boolean {
  return NAME.test(name);
}

/** The path in pi's record is not that of a file that pi made; the message says why. */
export class NotPisFile extends Error {
  override name = 'NotPisFile';
}

/** Not following a link, and not waiting for the other end of a pipe that somebody put there. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens the file behind `details.fullOutputPath` for reading. `folder` is the temporary folder of the pi that
 * wrote it. A path reaches us through pi, but tools of extensions write such details, too: hence the checks.
 *
 * @throws NotPisFile, or the error of the file system: `ENOENT` also when pi has not created it yet.
 */
export async function openPiFile(path: string, folder: string): Promise<FileHandle> {
  checkPath(path, folder);
  const handle = await open(path, FLAGS).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new NotPisFile(`${path} is a link.`) : error;
  });
  try {
    checkFile(path, await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Bytes in that file as it is now; undefined when it is not there or none of pi's. */
export function sizeOfPiFile(path: string, folder: string): number | undefined {
  try {
    checkPath(path, folder);
    const stat = lstatSync(path);
    checkFile(path, stat);
    return stat.size;
  } catch {
    // Gone, forbidden or not pi's: all the same to who wants to know whether it can be shown.
    return undefined;
  }
}

/** Whether it is one of pi's files and begins with these bytes; read at once, for a few of them. */
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
    // As above: who asks goes on without it.
    return false;
  }
}

/** Whether that process has the file open, which only Linux tells. */
export function isOpenIn(pid: number, path: string): boolean {
  const descriptors = `/proc/${pid}/fd`;
  try {
    const real = realpathSync(path);
    return readdirSync(descriptors).some((fd) => leadsTo(join(descriptors, fd), real));
  } catch {
    // The process or the file is gone, or it is another system.
    return false;
  }
}

function leadsTo(link: string, path: string): boolean {
  try {
    return readlinkSync(link) === path;
  } catch {
    // Closed while we looked.
    return false;
  }
}

function checkPath(path: string, folder: string): void {
  if (!NAME.test(basename(path))) throw new NotPisFile(`${path} is not named like an output file of pi.`);
  const parent = dirname(path);
  // TMPDIR may itself be a link (as on macOS), and pi may have named either.
  if (parent !== folder && realpathSync(parent) !== realpathSync(folder)) {
    throw new NotPisFile(`${path} is not in ${folder}, where pi keeps its output files.`);
  }
}

function checkFile(path: string, stat: Stats): void {
  if (!stat.isFile()) throw new NotPisFile(`${path} is not a regular file.`);
  if (stat.nlink > 1) throw new NotPisFile(`${path} is a second name of another file.`);
  if (process.getuid && stat.uid !== process.getuid())
    throw new NotPisFile(`${path} belongs to another user.`);
}
