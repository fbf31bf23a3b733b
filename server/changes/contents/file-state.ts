// The state of one file at one moment: whether it exists, the hash of its content, its mode.
import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, type FileHandle } from 'node:fs/promises';
import { nameFromBytes } from '../../workspace/byte-names.ts';

/** The largest content that is kept, as large as what the editor opens. */
const MAX_CONTENT = 10 * 1024 * 1024;
const NOT_REGULAR = 'It is not a regular file.';

export type FileState =
  | { kind: 'absent' }
  /** `hash`: SHA-256 in hex. `mode`: the nine bits of permissions. */
  | { kind: 'file'; hash: string; size: number; mode: number }
  | { kind: 'link'; target: string }
  /** `mode`: the nine bits of permissions. */
  | { kind: 'folder'; mode: number }
  /** `why`: a sentence for the user. */
  | { kind: 'unknown'; why: string };

export const ABSENT: FileState = { kind: 'absent' };

/** A file at one moment with its bytes, if it is a regular file that is not too large. */
export interface ReadState {
  state: FileState;
  bytes?: Buffer;
  /** Signature of the file, even if it is too large to be read; see `signatureOf`. */
  signature?: string;
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function fileState(bytes: Uint8Array, mode: number): FileState {
  return { kind: 'file', hash: hashOf(bytes), size: bytes.length, mode: mode & 0o777 };
}

export function unknown(why: string): FileState {
  return { kind: 'unknown', why };
}

/** `target`: as `nameFromBytes` makes it. `why`: a sentence for the user if it cannot be recorded. */
export function linkState(target: string, why: string): FileState {
  return target.isWellFormed() ? { kind: 'link', target } : unknown(why);
}

/** Reads a file. `path` is absolute. Links are not followed. Never rejects. */
export async function readState(path: string): Promise<ReadState> {
  try {
    // O_NOFOLLOW distinguishes a file from a link without another call of the file system. Windows does not have it.
    const isLink = !constants.O_NOFOLLOW && (await lstat(path)).isSymbolicLink();
    return isLink ? await readLink(path) : await readFileState(path);
  } catch (error) {
    return codeOf(error) === 'ELOOP' ? readLink(path).catch(stateOfFailure) : stateOfFailure(error);
  }
}

async function readLink(path: string): Promise<ReadState> {
  const target = nameFromBytes(await readlink(path, 'buffer'));
  return { state: linkState(target, 'It is a link to a name that is not UTF-8.') };
}

function stateOfFailure(error: unknown): ReadState {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { state: ABSENT };
  // A socket, or a device without its driver.
  if (code === 'ENXIO') return { state: unknown(NOT_REGULAR) };
  return { state: unknown(`It could not be read (${code ?? (error as Error).message}).`) };
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

async function readFileState(path: string): Promise<ReadState> {
  // Opening a FIFO would otherwise wait until something writes to it.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat({ bigint: true });
    if (stats.isDirectory()) return { state: { kind: 'folder', mode: Number(stats.mode) & 0o777 } };
    if (!stats.isFile()) return { state: unknown(NOT_REGULAR) };
    const signature = signatureOf(stats);
    if (stats.size > MAX_CONTENT) return { state: unknown('It is larger than 10 MiB.'), signature };
    const bytes = await readAll(file, Number(stats.size));
    return { state: fileState(bytes, Number(stats.mode)), bytes, signature };
  } finally {
    await file.close();
  }
}

/** Reads the file in one call if it has this size. Asking for one more byte shows whether it does. */
async function readAll(file: FileHandle, size: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(size + 1), 0, size + 1, 0);
  return bytesRead === size ? buffer.subarray(0, size) : file.readFile();
}

/** Whether both states are the same. An unknown state equals nothing. */
export function isSameState(a: FileState, b: FileState): boolean {
  const modeOf = (state: FileState): number | null => ('mode' in state ? state.mode : null);
  return isSameContent(a, b) && modeOf(a) === modeOf(b);
}

/** Whether both states are the same, apart from the mode. */
export function isSameContent(a: FileState, b: FileState): boolean {
  if (a.kind === 'absent') return b.kind === 'absent';
  if (a.kind === 'folder') return b.kind === 'folder';
  if (a.kind === 'file') return b.kind === 'file' && a.hash === b.hash;
  return a.kind === 'link' && b.kind === 'link' && a.target === b.target;
}

/** Whether the bytes are text. As in git and grep, text has no NUL, and most other files have one early. */
export function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8192).includes(0);
}

/**
 * Returns a signature that differs after every write to the file. Times alone are not enough, because programs can set
 * them.
 */
export function signatureOf({ size, mtimeNs, ctimeNs, ino, mode }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino} ${mode}`;
}
