// Decides where a worktree may be added: not inside a folder of git itself, where git and its hooks would find it, nor
// in the panel's own folder, nor under a name that the system would read differently.
import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';

/** The limits of Linux, in bytes; those of macOS and Windows are lower or counted in characters. */
const MAX_NAME = 255;
const MAX_PATH = 4095;
/** What git keeps in each of its folders, by which it recognizes them, whatever their names are. */
const GIT_PARTS = ['HEAD', 'objects', 'refs'];

/**
 * Returns the place without links. Its last parts need not exist. Rejects with a Refusal 400 if no worktree may be
 * there. `own`: the panel's own folder.
 */
export async function resolvePlace(place: string, own: string | null): Promise<string> {
  if (!path.isAbsolute(place)) throw new Refusal(400, 'bad_place', 'The folder must be an absolute path.');
  const names = place.split(path.sep).filter(Boolean);
  const isUsable = Buffer.byteLength(place) <= MAX_PATH && place.isWellFormed() && names.every(isPlainName);
  const [folder, missing] = isUsable ? await splitPlace(path.resolve(place)) : [null, []];
  const shown = JSON.stringify(place.slice(0, 200));
  if (folder === null) {
    const message = `${shown} cannot be a folder here. Choose another folder for the worktree.`;
    throw new Refusal(400, 'bad_place', message);
  }
  const target = path.join(folder, ...missing);
  if (target.split(path.sep).some(isGitName) || (await isInGit(folder))) {
    const message = `${shown} is in a folder of git itself. Choose another folder for the worktree.`;
    throw new Refusal(400, 'bad_place', message);
  }
  if (own !== null && (`${target}/`.startsWith(`${own}/`) || (await isInside(folder, own)))) {
    const message = `${shown} is in the folder of the panel itself. Choose another folder for the worktree.`;
    throw new Refusal(400, 'bad_place', message);
  }
  return target;
}

function isPlainName(name: string): boolean {
  return Buffer.byteLength(name) <= MAX_NAME && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
}

/**
 * Whether some file system opens `.git` under this name: one that ignores case, or characters that are not shown
 * (macOS), or dots and spaces at the end (Windows), has short names (`git~1`) or streams (`.git:x`).
 */
function isGitName(name: string): boolean {
  const plain = name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/:.*$/s, '');
  return /^(?:\.git|git~\d+)[. ]*$/i.test(plain);
}

/**
 * Splits a path into a folder that exists, without links, and the names that are missing in it. The folder is null if
 * something else has the first of these names, such as a file or a link to nowhere, or if it cannot be looked up.
 */
async function splitPlace(place: string): Promise<[folder: string | null, missing: string[]]> {
  const missing: string[] = [];
  for (let folder = place; ; folder = path.dirname(folder)) {
    try {
      const real = await realpath(folder);
      return [missing.length === 0 || (await stat(real)).isDirectory() ? real : null, missing];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return [null, []];
    }
    const isLink = await lstat(folder).then(
      () => true,
      () => false,
    );
    if (isLink || folder === path.dirname(folder)) return [null, []];
    missing.unshift(path.basename(folder));
  }
}

async function isInGit(folder: string): Promise<boolean> {
  const parts = await Promise.all(GIT_PARTS.map((part) => statOf(path.join(folder, part))));
  if (parts.every(Boolean)) return true;
  // A worktree's own folder in its repository has only a HEAD, but lies in the repository's.
  return folder === path.dirname(folder) ? false : isInGit(path.dirname(folder));
}

/** Compares the folders themselves, because a disk that ignores case gives one folder many names. */
async function isInside(folder: string, own: string): Promise<boolean> {
  const [one, other] = [await statOf(folder), await statOf(own)];
  if (one && other && one.ino === other.ino && one.dev === other.dev) return true;
  return folder === path.dirname(folder) ? false : isInside(path.dirname(folder), own);
}

function statOf(file: string) {
  return stat(file).catch(() => null);
}
