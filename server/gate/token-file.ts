import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createToken } from './token.ts';

/**
 * The token of a file that outlives the process; a missing file is made (0600, its folder 0700 if that is
 * missing too) with a new token. Throws an Error to be shown at the start when others could have read the
 * file, when it is not ours, or when it holds no token of at least 32 URL-safe characters.
 */
export async function readTokenFile(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return await writeNewToken(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Not through a link, and without hanging on a FIFO.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    await refuseShared(path, file);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    const token = buffer.toString('latin1', 0, bytesRead).trim();
    if (/^[\w-]{32,512}$/.test(token)) return token;
    throw new Error(`${path} holds no token (32 or more of A-Z a-z 0-9 _ -): delete it to get a new one.`);
  } finally {
    await file.close();
  }
}

async function writeNewToken(path: string): Promise<string> {
  const file = await open(path, 'wx', 0o600);
  try {
    const token = createToken();
    await file.writeFile(`${token}\n`);
    await file.sync();
    return token;
  } finally {
    await file.close();
  }
}

async function refuseShared(path: string, file: FileHandle): Promise<void> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new Error(`${path} is no regular file: give --token-file another name.`);
  // Windows has no such bits; there the rights of the folder have to do.
  if (process.platform === 'win32') return;
  if ((stats.mode & 0o077) !== 0) {
    throw new Error(`${path} is open to others: run "chmod 600 ${path}", or delete it to get a new token.`);
  }
  if (stats.uid !== process.getuid?.()) {
    throw new Error(`${path} belongs to another user: give --token-file a file of your own.`);
  }
}
