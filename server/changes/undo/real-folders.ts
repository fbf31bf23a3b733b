// Makes and removes the folders of an undo.
import { constants } from 'node:fs';
import { mkdir, open, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Root } from '../../workspace/inside.ts';
import { listedPath, nameOf, NoRealFolder, openRealFolder } from '../../workspace/real-folder.ts';
import { parentOf } from '../../workspace/workspace-path.ts';

/**
 * Makes the missing folders of a path, each in a real one. `isLeaving`: whether the undo removes a folder, which then
 * may get the name of the new one, on a disk that ignores case.
 */
export async function makeFolders(
  root: Root,
  path: string,
  isLeaving: (path: string) => boolean,
): Promise<void> {
  if (path === '') return;
  try {
    await (await openRealFolder(root, path)).close();
    return;
  } catch (error) {
    if (!(error instanceof NoRealFolder) || !error.isMissing) throw error;
  }
  await makeFolders(root, parentOf(path), isLeaving);
  const parent = await openRealFolder(root, parentOf(path));
  try {
    const place = join(parent.base, nameOf(path));
    await mkdir(place).catch(async (error: NodeJS.ErrnoException) => {
      const listed = error.code === 'EEXIST' ? await listedPath(root, path) : null;
      if (listed === null || !isLeaving(listed)) throw error;
      await rename(join(parent.base, nameOf(listed)), place);
    });
  } finally {
    await parent.close();
  }
}

/** Removes a folder. Returns whether it is gone, which a folder that is not empty is not. */
export async function removeFolder(root: Root, path: string): Promise<boolean> {
  try {
    const parent = await openRealFolder(root, parentOf(path));
    try {
      await (await openRealFolder(root, path)).close();
      await rmdir(join(parent.base, nameOf(path)));
      return true;
    } finally {
      await parent.close();
    }
  } catch (error) {
    if (error instanceof NoRealFolder) return error.isMissing;
    if (['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) return false;
    throw error;
  }
}

export async function setFolderMode(root: Root, path: string, mode: number): Promise<void> {
  const parent = await openRealFolder(root, parentOf(path));
  try {
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
    const folder = await open(join(parent.base, nameOf(path)), flags);
    try {
      const { mode: old } = await folder.stat();
      if ((old & 0o777) !== mode) await folder.chmod((old & 0o7000) | mode);
    } finally {
      await folder.close();
    }
  } finally {
    await parent.close();
  }
}
