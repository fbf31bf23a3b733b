// One file, folder or link of the workspace by its own name. A link is not followed, so that moving or deleting it
// never touches the file to which it points.
import type { Stats } from 'node:fs';
import { link, lstat, readdir, rename, unlink } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { Refusal } from '../../../shared/refusal.ts';
import { ifThere } from '../../lib/if-there.ts';
import { refuseRunLater } from '../caution.ts';
import { runnerOf } from '../run-later.ts';
import { onDisk } from '../disk-error.ts';
import { openFolder, type OpenFolder, type Root } from '../inside.ts';
import { parentOf } from '../workspace-path.ts';

export interface Entry {
  /** The path as requested. */
  path: string;
  folder: OpenFolder;
  name: string;
  /** The path for file operations. */
  location: string;
}

/**
 * Calls `act` with the entry. `path`: a result of `parsePath`. Refuses the workspace itself, and everything that
 * belongs to git.
 */
export async function withEntry<T>(root: Root, path: string, act: (entry: Entry) => Promise<T>): Promise<T> {
  refusePlace(path);
  const folder = await openFolder(root, parentOf(path));
  try {
    const name = basename(path);
    refusePlace(posix.join(folder.path, name));
    return await onDisk(path, () => act({ path, folder, name, location: join(folder.base, name) }));
  } finally {
    await folder.close();
  }
}

export function refusePlace(path: string): void {
  if (path === '') throw new Refusal(400, 'bad_path', 'path: name a file or folder inside the workspace.');
  if (!path.split('/').some((name) => name.toLowerCase() === '.git')) return;
  throw new Refusal(403, 'protected', `${JSON.stringify(path)} belongs to git and is left alone here.`);
}

/** How many folders deep a file may be that something runs by itself, as `.pi/extensions/a/b.ts` is. */
const RUNNER_DEPTH = 3;

/** Throws a Refusal 409 `runs_code` if something would run the entry, or a file in it, at its new path. */
export async function refuseRunner(
  location: string,
  path: string,
  confirmed: ReadonlySet<string>,
): Promise<void> {
  const inner = await namesIn(location, RUNNER_DEPTH);
  const runs = ['', ...inner].map((name) => posix.join(path, name)).find((name) => runnerOf(name));
  if (runs !== undefined) refuseRunLater([runs], confirmed);
}

async function namesIn(location: string, depth: number): Promise<string[]> {
  if (depth === 0 || !(await lstat(location)).isDirectory()) return [];
  const names = await readdir(location);
  const inner = await Promise.all(
    names.slice(0, 1000).map(async (name) => {
      const deeper = await namesIn(join(location, name), depth - 1);
      return [name, ...deeper.map((each) => `${name}/${each}`)];
    }),
  );
  return inner.flat();
}

/** Gives the entry a new name. Throws a Refusal 409 `exists` if the name is used. */
export async function renameToFree(from: Entry, to: Entry): Promise<void> {
  const stats = await lstat(from.location);
  if (stats.isFile() && (await hardLink(from, to))) await removeOldName(from, to);
  else {
    await refuseUsed(to, stats);
    await rename(from.location, to.location);
  }
  await to.folder.sync();
}

/**
 * Creates a hard link, which unlike a rename never replaces a file that was created a moment ago. Returns false if no
 * link can be made. The caller then renames the file, which reports other errors.
 */
function hardLink(from: Entry, to: Entry): Promise<boolean> {
  return link(from.location, to.location).then(
    () => true,
    () => false,
  );
}

/** Removes the old name, or the new one again if that fails. */
async function removeOldName(from: Entry, to: Entry): Promise<void> {
  try {
    await onDisk(from.path, () => unlink(from.location));
  } catch (error) {
    await unlink(to.location);
    throw error;
  }
}

/**
 * Refuses a name in use. A file system that ignores case finds the entry itself under its new name, which is not
 * refused.
 */
async function refuseUsed(to: Entry, moved: Stats): Promise<void> {
  const used = await ifThere(lstat(to.location));
  if (!used) return;
  const isSame = used.ino === moved.ino && used.dev === moved.dev && (!moved.isFile() || used.nlink === 1);
  if (!isSame) throw exists(to.path);
}

export function exists(path: string): Refusal {
  return new Refusal(409, 'exists', `${JSON.stringify(path)} already exists. Choose another name.`);
}

/** The most files that one undo can name. */
const MAX_FILES = 2000;

/** Returns the paths of the files in a folder (only the first ones of a huge folder), or of the entry itself. */
export async function filesIn(location: string, path: string): Promise<string[]> {
  const files: string[] = [];
  const visit = async (at: string, name: string): Promise<void> => {
    if (files.length >= MAX_FILES) return;
    if (!(await lstat(at)).isDirectory()) return void files.push(name);
    for (const inner of await readdir(at))
      if (inner !== '.git') await visit(join(at, inner), `${name}/${inner}`);
  };
  await visit(location, path);
  return files;
}
