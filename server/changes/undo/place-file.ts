// Moves a file from one path to another by its name, so that it stays the same file. Never overwrites another file.
import { link, lstat, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenFolder, Root } from '../../workspace/inside.ts';
import { isListed, nameOf, openRealFolder } from '../../workspace/real-folder.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { isSameState, readState, type FileState } from '../contents/file-state.ts';
import { readEntry } from '../contents/real-entry.ts';
import { ChangedMeanwhile } from './apply-file.ts';

/** `expected`: the file at `from`. Both folders must exist. */
export async function moveEntry(
  root: Root,
  { from, to, expected }: { from: string; to: string; expected: FileState },
): Promise<void> {
  const source = await openRealFolder(root, parentOf(from));
  try {
    const target = await openRealFolder(root, parentOf(to));
    try {
      await moveBetween([source, nameOf(from)], [target, nameOf(to)], expected);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Gives a file that can be put at neither of its paths a name that the user sees. Returns its path. */
export async function putAside(
  root: Root,
  { lift, from, expected }: { lift: string; from: string; expected: FileState },
): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const name = `${nameOf(from)}.kept${nth === 1 ? '' : `-${nth}`}`;
    const to = parentOf(lift) === '' ? name : `${parentOf(lift)}/${name}`;
    if ((await readEntry(root, to)).identity !== undefined) continue;
    await moveEntry(root, { from: lift, to, expected });
    return to;
  }
}

/**
 * Ends a move that a crash cut short when the file had both names, because it is then one file: what is written under
 * one name would change the other, too.
 */
export async function finishMove(root: Root, { from, to }: { from: string; to: string }): Promise<void> {
  const [old, made] = [await readEntry(root, from), await readEntry(root, to)];
  if (old.identity === undefined || old.identity !== made.identity) return;
  const folder = await openRealFolder(root, parentOf(from));
  try {
    await rm(join(folder.base, nameOf(from)));
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function moveBetween(
  [source, oldName]: [OpenFolder, string],
  [target, newName]: [OpenFolder, string],
  expected: FileState,
): Promise<void> {
  const [from, to] = [join(source.base, oldName), join(target.base, newName)];
  if (!isSameState((await readState(from)).state, expected) || !(await isListed(source.base, oldName)))
    throw new ChangedMeanwhile();
  if (await isOtherSpelling([from, to], [target.base, newName])) await rename(from, to);
  else if (expected.kind === 'link') {
    await symlink(await readlink(from), to);
    await rm(from);
  } else await moveFile(from, to);
  await Promise.all([source.sync(), target.sync()]);
}

/** A hard link fails with EEXIST, whereas a rename would overwrite a file that was created a moment ago. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new ChangedMeanwhile();
    // Some file systems, such as FAT, have no hard links.
    return rename(from, to);
  }
  await rm(from).catch(async (error: unknown) => {
    // The file must not have both names, because what is written under one would change the other.
    await rm(to);
    throw error;
  });
}

/** Whether the disk finds the file itself by its new name, because it ignores case. */
async function isOtherSpelling(
  [from, to]: [string, string],
  [folder, name]: [string, string],
): Promise<boolean> {
  const [old, found] = await Promise.all(
    [from, to].map((place) => lstat(place, { bigint: true }).catch(() => null)),
  );
  if (!found || found.ino !== old?.ino || found.dev !== old.dev) return false;
  return !(await isListed(folder, name));
}
