// Lists one folder of the workspace.
import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { FileEntry, FolderListing } from '../../shared/files.ts';
import { onDisk } from './disk-error.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { OpenFolder, Root } from './inside.ts';
import { openFolder, realPathInside } from './inside.ts';
import { someAtATime } from './some-at-a-time.ts';
import { isLeftover, isTemporary } from './temporary-name.ts';

export interface Listing {
  /** A result of `parsePath`. */
  path: string;
  /** Reads the current ignore rules of the workspace. */
  rules: () => Promise<IgnoreRules>;
  maxEntries?: number;
}

/**
 * Returns at most 25,000 entries of a folder, without `.git`: folders (and links to folders) first, then by name in
 * natural order, `2.txt` before `10.txt`. Refuses a path that is missing (404), outside (403), or not a folder (400).
 */
export async function listFolder(root: Root, listing: Listing): Promise<FolderListing> {
  const { path, rules, maxEntries = 25_000 } = listing;
  const folder = await openFolder(root, path);
  try {
    return await onDisk(path, async () => {
      const all = (await readdir(folder.base, { withFileTypes: true })).filter(({ name }) => name !== '.git');
      // There may be 100,000 names, so they are sorted cheaply first. Only those that are shown are sorted in natural
      // order.
      const listed = all.sort(byFolderAndCode).slice(0, maxEntries);
      const own = await enterAll(await rules(), folder.path);
      const entries = await someAtATime(listed, ({ name }) => describe(name, { root, folder, rules: own }));
      return {
        entries: entries.filter((entry) => entry !== undefined).sort(byFolderAndName),
        truncated: all.length > maxEntries,
      };
    });
  } finally {
    await folder.close();
  }
}

async function enterAll(rules: IgnoreRules, path: string): Promise<IgnoreRules> {
  for (const name of path.split('/')) if (name !== '') rules = await rules.enter(name);
  return rules;
}

interface Place {
  root: Root;
  folder: OpenFolder;
  rules: IgnoreRules;
}

/** Returns undefined for an entry that has disappeared, and for the panel's own unfinished files. */
async function describe(name: string, { root, folder, rules }: Place): Promise<FileEntry | undefined> {
  const path = join(folder.base, name);
  const stats = await unlessGone(lstat(path));
  if (!stats) return undefined;
  if (isLeftover(name, stats)) await removeLeftover(path);
  if (isTemporary(name)) return undefined;
  const entry: FileEntry = { name, type: typeOf(stats), size: stats.size, mtime: stats.mtimeMs };
  if (rules.ignores(name, stats.isDirectory())) entry.ignored = true;
  if (entry.type === 'link') entry.target = await targetOf(root, posix.join(folder.path, name));
  return entry;
}

/** A leftover that the panel may not remove stays, hidden. */
async function removeLeftover(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!['EACCES', 'EPERM', 'EROFS', 'EBUSY'].includes(String(code))) throw error;
  }
}

async function targetOf(root: Root, path: string): Promise<FileEntry['target']> {
  try {
    const stats = await unlessGone(realPathInside(root, path).then((real) => stat(real)));
    if (!stats) return 'missing';
    const type = typeOf(stats);
    return type === 'link' ? 'other' : type;
  } catch (error) {
    if (error instanceof Refusal) return 'outside';
    throw error;
  }
}

/** Returns undefined for a circular link, or a path without permission, which count as missing. */
async function unlessGone<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'].includes(String(code))) return undefined;
    throw error;
  }
}

function typeOf(stats: Stats): FileEntry['type'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'dir';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

function byFolderAndCode(a: Dirent, b: Dirent): number {
  return Number(b.isDirectory()) - Number(a.isDirectory()) || (a.name < b.name ? -1 : 1);
}

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function byFolderAndName(a: FileEntry, b: FileEntry): number {
  return Number(isFolder(b)) - Number(isFolder(a)) || compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
}

function isFolder(entry: FileEntry): boolean {
  return entry.type === 'dir' || entry.target === 'dir';
}
