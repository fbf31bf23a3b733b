// The one way to read a file that a project may contain. A named pipe would block a thread of this process for ever, a
// device could have no end, and both can have any name: `.git`, `.gitignore`, `.pi/settings.json`.
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { copyFile, open, stat, type FileHandle } from 'node:fs/promises';

/** Without O_NONBLOCK, opening a pipe waits for somebody who writes to it. Windows has neither. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK;
/** More than any file that is read whole: larger ones are read in parts. */
const MAX_SIZE = 64 * 1024 * 1024;

/** The file is a pipe, a socket, a device or a folder. Its `code` is the one that Linux has for a socket. */
class NotRegular extends Error {
  readonly code = 'ENXIO';

  constructor(file: string) {
    super(`${file} is not a regular file.`);
  }
}

/** Where Linux has the open files of this process. */
const DESCRIPTORS = '/proc/self/fd';

/** Opens a file for reading, also through links. Rejects if it is not a regular file. The caller closes it. */
export async function openRegular(file: string): Promise<FileHandle> {
  // To open a device can have effects of its own, such as rewinding a tape.
  if (!(await stat(file)).isFile()) throw new NotRegular(file);
  const handle = await open(file, READ);
  try {
    // It may have been replaced since.
    if (!(await handle.stat()).isFile()) throw new NotRegular(file);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a whole file, also through links. Rejects if it is not a regular file, or is larger than `maxSize` bytes. */
export async function readRegular(file: string, maxSize = MAX_SIZE): Promise<Buffer> {
  const handle = await openRegular(file);
  try {
    requireSize(file, (await handle.stat()).size, maxSize);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Returns the same as text. */
export async function readRegularText(file: string, maxSize?: number): Promise<string> {
  return (await readRegular(file, maxSize)).toString('utf8');
}

/**
 * Copies a file with its mode to a new place. Rejects if it is not a regular file, is larger than `maxSize` bytes, or if
 * the place is in use.
 */
export async function copyRegular(file: string, place: string, maxSize = Infinity): Promise<void> {
  const handle = await openRegular(file);
  try {
    requireSize(file, (await handle.stat()).size, maxSize);
    const opened = `${DESCRIPTORS}/${handle.fd}`;
    const flags = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
    await copyFile(existsSync(DESCRIPTORS) ? opened : file, place, flags);
  } finally {
    await handle.close();
  }
}

/** Returns the same as `readRegularText` at once, for code inside pi that cannot wait. */
export function readRegularTextSync(file: string, maxSize = MAX_SIZE): string {
  if (!statSync(file).isFile()) throw new NotRegular(file);
  const descriptor = openSync(file, READ);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new NotRegular(file);
    requireSize(file, stats.size, maxSize);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function requireSize(file: string, size: number, maxSize: number): void {
  if (size <= maxSize) return;
  const message = `${file} has ${Math.ceil(size / 1024)} KiB; up to ${Math.floor(maxSize / 1024)} KiB are read.`;
  throw Object.assign(new Error(message), { code: 'EFBIG' });
}
