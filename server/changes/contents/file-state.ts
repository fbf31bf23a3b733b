// The state of one file at one moment: whether it exists, the hash of its content, its mode.
import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';

/** The largest content that is kept, as large as what the editor opens. */
const MAX_CONTENT = 10 * 1024 * 1024;

export type FileState =
  | { kind: 'absent' }
  /** `hash`: SHA-256 in hex. `mode`: the nine bits of permissions. */
  | { kind: 'file'; hash: string; size: number; mode: number }
  | { kind: 'link'; target: string }
  /** `why`: a sentence for the user. */
  | { kind: 'unknown'; why: string };

export const ABSENT: FileState = { kind: 'absent' };

/** A file at one moment with its bytes, if it is a regular file that is not too large. */
export interface ReadState {
  state: FileState;
  bytes?: Buffer;
  /** Signature of the file that was read, or that is too large to be read; see `signatureOf`. */
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

/** `path`: absolute. Links are not followed. Never rejects. */
export async function readState(path: string): Promise<ReadState> {
  try {
    const stats = await lstat(path, { bigint: true });
    if (stats.isSymbolicLink()) return { state: { kind: 'link', target: await readlink(path) } };
    if (!stats.isFile()) return { state: unknown('It is not a regular file.') };
    if (stats.size > MAX_CONTENT)
      return { state: unknown('It is larger than 10 MiB.'), signature: signatureOf(stats) };
    return await readFileState(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      state:
        code === 'ENOENT' || code === 'ENOTDIR'
          ? ABSENT
          : unknown(`It could not be read (${code ?? message}).`),
    };
  }
}

async function readFileState(path: string): Promise<ReadState> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat({ bigint: true });
    const bytes = await file.readFile();
    return { state: fileState(bytes, Number(stats.mode)), bytes, signature: signatureOf(stats) };
  } finally {
    await file.close();
  }
}

/** An unknown state equals nothing. */
export function isSameState(a: FileState, b: FileState): boolean {
  const modeOf = (state: FileState): number | null => (state.kind === 'file' ? state.mode : null);
  return isSameContent(a, b) && modeOf(a) === modeOf(b);
}

/** The same without regard to the mode. */
export function isSameContent(a: FileState, b: FileState): boolean {
  if (a.kind === 'absent') return b.kind === 'absent';
  if (a.kind === 'file') return b.kind === 'file' && a.hash === b.hash;
  return a.kind === 'link' && b.kind === 'link' && a.target === b.target;
}

/** Like git and grep: text has no NUL, and most other files have one early. */
export function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8192).includes(0);
}

/** Differs after every write to the file. Times alone are not enough: programs can set them. */
export function signatureOf({ size, mtimeNs, ctimeNs, ino, mode }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino} ${mode}`;
}
