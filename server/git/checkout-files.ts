// Lists the files of a checkout that differ from its last commit, also those that git was told not to look at.
import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '../lib/if-there.ts';
import { readGit, readOutput } from './git.ts';
import { findSameAsPointer } from './lfs-files.ts';

const MAX_DEPTH = 8;

export interface CheckoutFiles {
  /** Tracked files that differ from the last commit. */
  uncommitted: string[];
  /** Names of repositories end with a `/`. */
  untracked: string[];
  /** Ignored files, and folders, which end with a `/`. */
  ignored: string[];
}

/** Lists the files of one repository; those of repositories inside it are not included. */
export async function readFiles(folder: string): Promise<CheckoutFiles> {
  const options = ['--porcelain=v1', '-z', '-uall', '--ignored=matching', '--no-renames'];
  const found: CheckoutFiles = { uncommitted: [], untracked: [], ignored: [] };
  const lines = (await readGit(folder, ['status', ...options])).split('\0');
  const modified = lines.flatMap((line) => (line.startsWith(' M ') ? line.slice(3) : []));
  const same = await findSameAsPointer(folder, '', modified);
  for (const line of lines) {
    const [mark, name] = [line.slice(0, 2), line.slice(3)];
    if (same.has(name)) continue;
    if (name === '') continue;
    if (mark === '??') found.untracked.push(name);
    else if (mark === '!!') found.ignored.push(name);
    else found.uncommitted.push(name);
  }
  const hidden = await listHidden(folder);
  found.uncommitted.push(...hidden.filter((name) => !found.uncommitted.includes(name)));
  return found;
}

/**
 * Lists files that git is configured not to check for changes (`update-index --assume-unchanged` and
 * `--skip-worktree`).
 */
async function listHidden(folder: string): Promise<string[]> {
  const marked = (await readGit(folder, ['ls-files', '-v', '-z']))
    .split('\0')
    .filter((line) => /^[a-zS] /.test(line))
    .map((line) => line.slice(2));
  const changed: string[] = [];
  for (const name of marked) {
    const stats = await lstat(path.join(folder, name)).catch(() => null);
    if (stats?.isSymbolicLink() && !(await isSameLink(folder, name))) changed.push(name);
    if (!stats?.isFile()) continue;
    const [now, before] = await Promise.all([
      readGit(folder, ['hash-object', '--', name]),
      readGit(folder, ['rev-parse', `:./${name}`]),
    ]);
    if (now !== before) changed.push(name);
  }
  return changed;
}

/** git would read what the link leads to. */
async function isSameLink(folder: string, name: string): Promise<boolean> {
  const target = await readlink(path.join(folder, name), 'buffer');
  return target.equals(await readOutput(folder, ['cat-file', 'blob', `:./${name}`]));
}

/** Lists submodules with uncommitted or untracked files, also in their own submodules. */
export async function listDirtySubmodules(folder: string, depth = 0): Promise<string[]> {
  // Links could make it endless.
  if (depth > MAX_DEPTH) return [folder];
  const dirty: string[] = [];
  for (const line of (await readGit(folder, ['ls-files', '-z', '--stage'])).split('\0')) {
    if (!line.startsWith('160000 ')) continue;
    const name = line.slice(line.indexOf('\t') + 1);
    const place = path.join(folder, name);
    // Without it, git would find the repository around it.
    if ((await ifThere(lstat(path.join(place, '.git')))) === undefined) continue;
    const { uncommitted, untracked } = await readFiles(place);
    const isDirty =
      uncommitted.length + untracked.length > 0 || (await listDirtySubmodules(place, depth + 1)).length > 0;
    if (isDirty) dirty.push(name);
  }
  return dirty;
}
