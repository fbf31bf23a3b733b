// One entry of the workspace tree, as it is known without reading its content.
import type { BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { nameFromBytes } from '../../workspace/byte-names.ts';
import { signatureOf } from './file-state.ts';

export interface TreeFile {
  /** Differs after a write, except possibly for a file that is fresh. */
  signature: string;
  size: number;
  mtimeNs: bigint;
  /** When the file was changed last, in ms since 1970. It may be up to 10 ms too early. */
  changedAt: number;
  /** When the file was made; 0 if the file system does not know it for sure. */
  birthtimeNs: bigint;
  ino: bigint;
  /** How many names the file has. */
  names: number;
  mode: number;
  /** `other`: a FIFO, a socket or a device. */
  kind: 'file' | 'link' | 'folder' | 'other';
  /** Where a link leads, as `nameFromBytes` makes it. */
  target?: string;
  /** Of a folder with a repository: the inode of its `.git`. */
  git?: bigint | undefined;
  /** Whether git ignores it. */
  isIgnored?: boolean;
  /** Whether it was written so shortly before this stat that another write may leave the signature unchanged. */
  isFresh: boolean;
}

/** The kernel updates file times only every 4 to 10 ms. */
const TICK_NS = 20_000_000n;

export async function statTreeFile(absolute: string | Buffer): Promise<TreeFile> {
  const stats = await lstat(absolute, { bigint: true });
  const { size, mtimeNs, ino, nlink } = stats;
  const birthtimeNs = birthOf(stats);
  const mode = Number(stats.mode & 0o777n);
  const changedAt = Number(stats.ctimeMs);
  const file = { size: Number(size), mtimeNs, changedAt, birthtimeNs, ino, names: Number(nlink), mode };
  // The times of a folder differ after every change in it, which is not a change of the folder.
  if (stats.isDirectory()) return { ...file, kind: 'folder', signature: `folder ${mode}`, isFresh: false };
  const times = {
    signature: signatureOf(stats),
    isFresh: BigInt(Date.now()) * 1_000_000n - mtimeNs < TICK_NS,
  };
  if (stats.isSymbolicLink()) {
    const target = nameFromBytes(await readlink(absolute, 'buffer'));
    return { ...file, ...times, kind: 'link', target };
  }
  if (stats.isFile()) return { ...file, ...times, kind: 'file' };
  // Its times differ after every use.
  return { ...file, kind: 'other', signature: `other ${ino} ${mode}`, isFresh: false };
}

/**
 * macOS sets the time of birth back with the time of the last change, for instance when a file is unpacked. Windows
 * gives a new file that of one that had its name a moment ago.
 */
function birthOf({ birthtimeNs, mtimeNs }: BigIntStats): bigint {
  const isSetBack = process.platform === 'darwin' && birthtimeNs === mtimeNs;
  return isSetBack || process.platform === 'win32' ? 0n : birthtimeNs;
}
