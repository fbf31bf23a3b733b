// One file of the workspace tree, as it is known without reading its content.
import { lstat } from 'node:fs/promises';
import { signatureOf } from './file-state.ts';

export interface TreeFile {
  /** Differs after a write, except possibly for a file that is fresh. */
  signature: string;
  size: number;
  mtimeNs: bigint;
  ino: bigint;
  mode: number;
  isLink: boolean;
  /** Whether it was written so shortly before this stat that another write may leave the signature unchanged. */
  isFresh: boolean;
}

/** The kernel updates file times only every 4 to 10 ms. */
const TICK_NS = 20_000_000n;

/** Returns null for anything except a regular file, a link, or a folder. */
export async function statTreeFile(absolute: string): Promise<TreeFile | 'folder' | null> {
  const stats = await lstat(absolute, { bigint: true });
  if (stats.isDirectory()) return 'folder';
  if (!(stats.isFile() || stats.isSymbolicLink())) return null;
  const { size, mtimeNs, ino, mode } = stats;
  return {
    signature: signatureOf(stats),
    size: Number(size),
    mtimeNs,
    ino,
    mode: Number(mode & 0o777n),
    isLink: stats.isSymbolicLink(),
    isFresh: BigInt(Date.now()) * 1_000_000n - mtimeNs < TICK_NS,
  };
}
