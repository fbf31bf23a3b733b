// Reads what is at a path of the workspace. Nothing is read through a link, or by another spelling of a name.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Root } from '../../workspace/inside.ts';
import { isListed, nameOf, NoRealFolder, openRealFolder } from '../../workspace/real-folder.ts';
import { isTemporary } from '../../workspace/temporary-name.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { ABSENT, readState, type ReadState } from './file-state.ts';

/** What a path leads to. */
export interface RealEntry extends ReadState {
  /** Device and inode, unless nothing is there. */
  identity?: string;
  /** The folder of the path that is something else, such as a link. */
  blockedBy?: string;
  /** How many names the file has. */
  names?: number;
}

/** Reads the entry. Nothing is there if one of its folders is a link, or is missing. */
export async function readEntry(root: Root, path: string): Promise<RealEntry> {
  try {
    const folder = await openRealFolder(root, parentOf(path));
    try {
      const place = join(folder.base, nameOf(path));
      const read = await readState(place);
      if (read.state.kind === 'absent' || !(await isListed(folder.base, nameOf(path))))
        return { state: ABSENT };
      const { dev, ino, nlink } = await lstat(place, { bigint: true });
      return { ...read, identity: `${dev}:${ino}`, names: Number(nlink) };
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (error instanceof NoRealFolder)
      return { state: ABSENT, ...(!error.isMissing && { blockedBy: error.path }) };
    if (isGone(error)) return { state: ABSENT };
    throw error;
  }
}

/** Returns the paths of everything below a folder, as the folders list it; nothing below anything else. */
export async function listBelow(root: Root, path: string): Promise<string[]> {
  const folder = await openRealFolder(root, path).catch((error: unknown) => {
    if (error instanceof NoRealFolder) return null;
    throw error;
  });
  if (!folder) return [];
  try {
    const entries = await readdir(folder.base, { withFileTypes: true });
    const found: string[] = [];
    for (const entry of entries) {
      if (isTemporary(entry.name)) continue;
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      found.push(below, ...(entry.isDirectory() ? await listBelow(root, below) : []));
    }
    return found;
  } finally {
    await folder.close();
  }
}

function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));
}
