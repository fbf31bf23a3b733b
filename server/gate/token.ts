// The only credential. It is kept in memory, in the printed link, and, only on request, in a file; never in a cookie
// (which reaches every server on the same host), an argument list, or a log. links.ts decides which tokens open the
// panel.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Denial } from './denial.ts';
import type { RawRequest } from './raw-request.ts';

/** How many wrong tokens within the window are refused without a delay. */
const MAX_GUESSES = 100;
const WINDOW_MS = 60_000;

/** Returns a new token: 256 random bits as 43 characters of base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Requires `Authorization: Bearer <token>`. Every failure gets the same response, and `admits` compares digests, so
 * neither the response nor its time reveals how close a guess was. `countGuess` is called for every wrong token and
 * returns the seconds to wait before the next one (see `guessLimit`). A request without a token is not a guess, nor is
 * one that repeats the right token, which is refused as ambiguous.
 */
export function tokenCheck(
  admits: (token: string) => boolean,
  countGuess: () => number | undefined,
): (request: RawRequest) => Denial | undefined {
  return (request) => {
    const tokens = request.all('authorization').map((value) => /^bearer (.+)$/i.exec(value)?.[1] ?? '');
    const [token = '', ...others] = tokens;
    // On a socket even a request without a token is admitted.
    if (others.length === 0 && admits(token)) return undefined;
    const hasWrong = tokens.some((one) => !admits(one));
    const seconds = hasWrong ? countGuess() : undefined;
    return seconds === undefined ? unauthorized : tooManyGuesses(seconds);
  };
}

const unauthorized: Denial = {
  status: 401,
  code: 'unauthorized',
  message: 'A valid token is required. Open the link that the panel printed when it started.',
  headers: { 'WWW-Authenticate': 'Bearer' },
};

function tooManyGuesses(seconds: number): Denial {
  return {
    status: 429,
    code: 'too_many_guesses',
    message: 'Too many wrong tokens. The right one, from the printed link, is accepted at any time.',
    headers: { 'Retry-After': String(seconds) },
  };
}

/**
 * Returns a function that counts a wrong token, and returns the seconds to wait once there are more than 100 within a
 * minute. 256 random bits do not need such a limit; it reduces noise and warns the operator. Only wrong tokens count,
 * so the right one is never locked out, even from the same address.
 */
export function guessLimit(onLimit: () => void = () => undefined): () => number | undefined {
  let since = -Infinity;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - since >= WINDOW_MS) [since, count] = [now, 0];
    count += 1;
    if (count <= MAX_GUESSES) return undefined;
    if (count === MAX_GUESSES + 1) onLimit();
    return Math.ceil((since + WINDOW_MS - now) / 1000);
  };
}

/**
 * Reads the token from a file that outlives the process. A missing file is created (0600, its folder 0700 if missing)
 * with a new token. Throws an Error for the user when others could have read the file, when it belongs to another user,
 * or when it does not contain a token of at least 32 URL-safe characters.
 */
export async function readTokenFile(path: string): Promise<string> {
  try {
    return await readToken(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    return await writeNewToken(path);
  } catch (error) {
    // Another panel created it in the meantime.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readToken(path);
    throw error;
  }
}

async function readToken(path: string): Promise<string> {
  const file = await openToken(path);
  try {
    await refuseShared(path, file);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    const token = buffer.toString('latin1', 0, bytesRead).trim();
    if (/^[\w-]{32,512}$/.test(token)) return token;
    throw new Error(
      `${path} does not contain a token (32 or more of A-Z a-z 0-9 _ -): delete it to get a new one.`,
    );
  } finally {
    await file.close();
  }
}

/** Opens the file. Does not follow a link, and does not hang on a FIFO. */
async function openToken(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
    throw new Error(`${path} is a symbolic link: give --token-file the path of the file itself.`, {
      cause: error,
    });
  }
}

/**
 * Writes a new token. Fails with EEXIST if the file exists. A panel that is killed in between leaves no file without a
 * token.
 */
async function writeNewToken(path: string): Promise<string> {
  const token = createToken();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${token}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await putInPlace(draft, path);
    return token;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Gives the draft its name. Unlike a rename, this never replaces an existing file. */
async function putInPlace(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems, such as exFAT, have no hard links.
    await copyFile(draft, path, constants.COPYFILE_EXCL);
  }
}

async function refuseShared(path: string, file: FileHandle): Promise<void> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new Error(`${path} is not a regular file: give --token-file another name.`);
  // Windows has no such bits, so the permissions of the folder have to suffice there.
  if (process.platform === 'win32') return;
  if ((stats.mode & 0o077) !== 0) {
    throw new Error(
      `${path} is readable by others. Run: chmod 600 ${quote(path)} (or delete the file to get a new token).`,
    );
  }
  if (stats.uid !== process.getuid?.()) {
    throw new Error(`${path} belongs to another user: give --token-file one of your own files.`);
  }
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
