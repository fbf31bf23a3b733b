// Copies the files that .worktreeinclude names from the first checkout to a worktree: files that are not in git, such
// as `.env`.
import { lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { copyRegular } from '../lib/regular-file.ts';
import { readGit } from './git.ts';

const NAME = '.worktreeinclude';
const MAX_FILES = 20_000;

/**
 * Lists the untracked files that match the patterns, which have the syntax of a .gitignore. Rejects with a Refusal if
 * there are too many.
 */
export async function listIncluded(checkout: string): Promise<string[]> {
  const file = path.join(checkout, NAME);
  if (!(await lstat(file).catch(() => null))?.isFile()) return [];
  const options = ['--others', '--ignored', `--exclude-from=${file}`, '-z'];
  const names = (await readGit(checkout, ['ls-files', ...options])).split('\0').filter((name) => name !== '');
  if (names.length <= MAX_FILES) return names;
  const message = `${NAME} names ${names.length} files, more than ${MAX_FILES}. Let the set-up command make them instead.`;
  throw new Refusal(409, 'too_many_files', message);
}

/**
 * Copies the files, and resolves to the names that were copied. Files that already exist in the worktree are left
 * alone.
 */
export async function copyIncluded(from: string, to: string): Promise<string[]> {
  const copied: string[] = [];
  const root = await realpath(to);
  for (const name of await listIncluded(from)) {
    const [source, target] = [path.join(from, name), path.join(root, name)];
    // A commit may have a link where the first checkout has a folder. Nothing may be made through a link.
    if (await isBehindLink(path.dirname(target))) continue;
    await mkdir(path.dirname(target), { recursive: true });
    if (await lstat(target).catch(() => null)) continue;
    const stats = await lstat(source);
    if (stats.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (stats.isFile()) await copyRegular(source, target);
    else continue;
    copied.push(name);
  }
  return copied;
}

/** Whether a part of this path, of which the end may not exist, is a link. */
async function isBehindLink(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => null);
  if (!stats) return isBehindLink(path.dirname(folder));
  return stats.isSymbolicLink() || (await realpath(folder)) !== folder;
}
