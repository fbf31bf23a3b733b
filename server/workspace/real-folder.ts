// Opens folders by their real names only. A path whose folders include a link, or that spells a name differently from
// its folder's listing, as a disk that ignores case allows, is another name for a file that has a path of its own.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../lib/if-there.ts';
import { openAt, type OpenFolder, type Root } from './inside.ts';
import { parentOf } from './workspace-path.ts';

/** The first folder of a path that is missing, or is something else, such as a link. */
export class NoRealFolder extends Error {
  readonly path: string;
  readonly isMissing: boolean;

  constructor(path: string, isMissing: boolean) {
    super(`${JSON.stringify(path)} ${isMissing ? 'does not exist' : 'is not a folder'}.`);
    this.path = path;
    this.isMissing = isMissing;
  }
}

/** Opens the folder at `path`. The caller closes it. Throws `NoRealFolder`. */
export async function openRealFolder(root: Root, path: string): Promise<OpenFolder> {
  const fault = await findFault(root, path);
  if (fault) throw fault;
  // This fails if one of them has been replaced a moment ago.
  return openAt(root, path);
}

/** Returns what is wrong with the first part of the path that is not a real folder; null if all are. */
async function findFault(root: Root, path: string): Promise<NoRealFolder | null> {
  if (path === '') return null;
  const above = await findFault(root, parentOf(path));
  if (above) return above;
  const stats = await ifThere(lstat(join(root.real, path)));
  const folder = join(root.real, parentOf(path));
  if (!stats || !(await isListed(folder, nameOf(path)))) return new NoRealFolder(path, true);
  return stats.isDirectory() ? null : new NoRealFolder(path, false);
}

/**
 * Whether the folder (absolute) lists exactly this name, which exists in it. The listing is only read if the disk finds
 * the file by another spelling, too.
 */
export async function isListed(folder: string, name: string): Promise<boolean> {
  const others = new Set([swapCase(name), name.normalize('NFC'), name.normalize('NFD')]);
  others.delete(name);
  const stats = await ifThere(lstat(join(folder, name), { bigint: true }));
  if (!stats) return false;
  for (const other of others) {
    const found = await lstat(join(folder, other), { bigint: true }).catch(() => null);
    if (found?.ino === stats.ino && found.dev === stats.dev) return (await readdir(folder)).includes(name);
  }
  return true;
}

/** Returns the path as its real folders list it, also if it is asked for by another spelling; null if there is none. */
export async function listedPath(root: Root, path: string): Promise<string | null> {
  if (path === '') return '';
  const parent = await listedPath(root, parentOf(path));
  if (parent === null) return null;
  const folder = join(root.real, parent);
  if (!(await lstat(folder)).isDirectory()) return null;
  const stats = await ifThere(lstat(join(folder, nameOf(path)), { bigint: true }));
  if (!stats) return null;
  const names = await readdir(folder);
  const listed = names.includes(nameOf(path)) ? nameOf(path) : await findSame(folder, names, stats);
  return listed === null ? null : parent === '' ? listed : `${parent}/${listed}`;
}

/** Whether the disk finds the files of this folder by other spellings, too. False if that cannot be seen. */
export async function ignoresCase({ real }: Root): Promise<boolean> {
  const names = await readdir(real);
  const name = names.find((one) => !names.includes(swapCase(one)));
  if (name === undefined) return false;
  const [stats, found] = await Promise.all(
    [name, swapCase(name)].map((one) => lstat(join(real, one), { bigint: true }).catch(() => null)),
  );
  return stats?.ino !== undefined && found?.ino === stats.ino && found.dev === stats.dev;
}

async function findSame(
  folder: string,
  names: readonly string[],
  { dev, ino }: { dev: bigint; ino: bigint },
): Promise<string | null> {
  for (const name of names) {
    const stats = await ifThere(lstat(join(folder, name), { bigint: true }));
    if (stats?.ino === ino && stats.dev === dev) return name;
  }
  return null;
}

function swapCase(name: string): string {
  return name.toUpperCase() === name ? name.toLowerCase() : name.toUpperCase();
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
