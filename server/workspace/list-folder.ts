// Lists one folder of the workspace.
import type { Stats } from 'node:fs';
import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { FileEntry, FolderListing } from '../../shared/files.ts';
import { bytesOfName, nameFromBytes, showName } from './byte-names.ts';
import { onDisk } from './disk-error.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { OpenFolder, Root } from './inside.ts';
import { openFolder, realPathInside } from './inside.ts';
import { someAtATime } from './some-at-a-time.ts';
import { isLeftover, isTemporary } from './temporary-name.ts';
import { compareNames } from '../../shared/natural-order.ts';

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
      const found = await readdir(folder.base, { withFileTypes: true, encoding: 'buffer' });
      const all = found
        .map((entry) => ({ name: nameFromBytes(entry.name), isFolder: entry.isDirectory() }))
        .filter(({ name }) => name !== '.git');
      // There may be 100,000 names, so they are sorted cheaply first. Only those that are shown are sorted in natural
      // order.
      const listed = all.sort(byFolderAndCode).slice(0, maxEntries);
      const own = await enterAll(await rules(), folder.path);
      const entries = await someAtATime(listed, ({ name }) => describe(name, { root, folder, rules: own }));
      return {
        entries: withShownNames(entries.filter((entry) => entry !== undefined)).sort(byFolderAndName),
        truncated: all.length > maxEntries,
      };
    });
  } finally {
    await folder.close();
  }
}

/**
 * Escapes the bytes of names that are not UTF-8. No path in a request can name such a file or folder, so it is listed as
 * something that cannot be opened.
 */
function withShownNames(entries: FileEntry[]): FileEntry[] {
  const names = new Set(entries.map(({ name }) => name));
  return entries.map((entry) => {
    if (entry.name.isWellFormed()) return entry;
    let name = showName(entry.name);
    while (names.has(name)) name += '?';
    names.add(name);
    const { size, mtime, ignored } = entry;
    return { name, type: 'other', size, mtime, ...(ignored && { ignored }) };
  });
}

async function enterAll(rules: IgnoreRules, path: string): Promise<IgnoreRules> {
  for (const name of path.split('/')) if (name !== '') rules = await rules.enter(name);
  return rules;
}

interface Named {
  name: string;
  isFolder: boolean;
}

interface Place {
  root: Root;
  folder: OpenFolder;
  rules: IgnoreRules;
}

/** Returns undefined for an entry that has disappeared, and for the panel's own unfinished files. */
async function describe(name: string, { root, folder, rules }: Place): Promise<FileEntry | undefined> {
  const path = join(folder.base, name);
  const stats = await unlessGone(lstat(bytesOfName(path)));
  if (!stats) return undefined;
  if (isLeftover(name, stats)) await removeLeftover(path);
  if (isTemporary(name)) return undefined;
  const entry: FileEntry = { name, type: typeOf(stats), size: stats.size, mtime: stats.mtimeMs };
  if (rules.ignores(name, stats.isDirectory())) entry.ignored = true;
  if (entry.type === 'link' && name.isWellFormed())
    entry.target = await targetOf(root, posix.join(folder.path, name));
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

function byFolderAndCode(a: Named, b: Named): number {
  return Number(b.isFolder) - Number(a.isFolder) || (a.name < b.name ? -1 : 1);
}

function byFolderAndName(a: FileEntry, b: FileEntry): number {
  return Number(isFolder(b)) - Number(isFolder(a)) || compareNames(a.name, b.name);
}

function isFolder(entry: FileEntry): boolean {
  return entry.type === 'dir' || entry.target === 'dir';
}
