// Reads what changed in a worktree since a commit, committed or not.
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ComparedContent } from '../../shared/comparisons.ts';
import type { MergedFile } from '../../shared/worktrees.ts';
import { readRegular } from '../lib/regular-file.ts';
import { listDirtySubmodules } from './checkout-files.ts';
import { readGit } from './git.ts';
import { findSameAsPointer } from './lfs-files.ts';
import { readDiff } from './read-diff.ts';
import { readCheckedOut } from './stored-content.ts';
import { skipUnreadable } from './unreadable-files.ts';
import { comparePaths } from '../../shared/natural-order.ts';

/** How many untracked files are listed. The rest is left out. */
export const MAX_UNTRACKED = 2000;
/** Files larger than this are not shown, and the lines of larger untracked files are not counted. */
const MAX_BYTES = 1024 * 1024;
/** The errors of a file that exists but cannot be read. It is shown like a binary one. */
const UNREADABLE = ['EACCES', 'EPERM', 'EBUSY', 'EISDIR', 'ELOOP', 'ENXIO', 'EFBIG'];

/** Sorted by path. Rejects if git cannot read the worktree. */
export async function changesSince(folder: string, commit: string): Promise<MergedFile[]> {
  const options = ['--no-renames', '--numstat', '-z'];
  const [tracked, untracked, submodules] = await Promise.all([
    skipUnreadable(folder, commit, (specs) => readDiff(folder, ['diff', ...options, commit, '--', ...specs])),
    readGit(folder, ['ls-files', '--others', '--exclude-standard', '-z']),
    listDirtySubmodules(folder),
  ]);
  const added = fieldsOf(untracked).slice(0, MAX_UNTRACKED);
  const files = new Map(parseNumstat(tracked.result).map((file) => [file.path, file]));
  for (const name of await findSameAsPointer(folder, commit, [...files.keys()])) files.delete(name);
  for (const name of [...tracked.unreadable, ...submodules])
    files.set(name, { path: name, added: 0, removed: 0, isBinary: true });
  for (const name of added) {
    const file = await countLines(folder, name);
    const old = files.get(name);
    if (!file) continue;
    if (!old) files.set(name, file);
    // git no longer tracks the file, but it is still there.
    else if (await isSame(folder, commit, name)) files.delete(name);
    else files.set(name, { ...old, ...file, removed: old.removed });
  }
  return [...files.values()].toSorted((a, b) => comparePaths(a.path, b.path));
}

async function isSame(folder: string, commit: string, name: string): Promise<boolean> {
  const content = await contentIn(folder, name);
  return typeof content === 'string' && content === (await contentAt(folder, commit, name));
}

/** Parses the output of `git diff --numstat -z`. */
export function parseNumstat(output: string): MergedFile[] {
  return fieldsOf(output).map((line) => {
    const [added = '', removed = '', ...path] = line.split('\t');
    const counts = { added: Number(added) || 0, removed: Number(removed) || 0 };
    return { path: path.join('\t'), ...counts, ...(added === '-' && { isBinary: true as const }) };
  });
}

/** Counts the lines of a file that git does not track. Null if the file has disappeared in the meantime. */
export async function countLines(folder: string, name: string): Promise<MergedFile | null> {
  const content = await contentIn(folder, name);
  if (content === null) return null;
  if (typeof content !== 'string') return { path: name, added: 0, removed: 0, isBinary: true };
  const lines = content.split('\n').length - (content.endsWith('\n') || content === '' ? 1 : 0);
  return { path: name, added: lines, removed: 0 };
}

/**
 * Returns the content of a file that git names in this worktree. If one of its folders was replaced by a link, git
 * counts the file as deleted, and so does this, because the link may lead out of the worktree.
 */
export async function contentIn(folder: string, name: string): Promise<ComparedContent> {
  try {
    const [root, parent] = [await realpath(folder), await realpath(path.join(folder, path.dirname(name)))];
    if (parent !== path.join(root, path.dirname(name))) return null;
    const file = path.join(parent, path.basename(name));
    const stats = await lstat(file);
    if (!stats.isFile()) return { hidden: 'binary' };
    if (stats.size > MAX_BYTES) return { hidden: 'large' };
    return asText(await readRegular(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (UNREADABLE.includes(code ?? '')) return { hidden: 'binary' };
    throw error;
  }
}

/** Returns the content of the same file in the commit. */
export async function contentAt(folder: string, commit: string, name: string): Promise<ComparedContent> {
  const bytes = await readCheckedOut(folder, commit, name);
  return bytes === null ? null : asText(bytes);
}

function asText(bytes: Buffer): ComparedContent {
  if (bytes.length > MAX_BYTES) return { hidden: 'large' };
  return bytes.includes(0) ? { hidden: 'binary' } : bytes.toString('utf8');
}

const fieldsOf = (output: string): string[] => output.split('\0').filter((field) => field !== '');
