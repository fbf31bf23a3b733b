// Finds the differences between the files of a workspace and git's last commit. Read only: git takes no lock and
// refreshes no index.
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { changedFile, type ChangedFile } from '../../shared/changes.ts';
import { digest } from '../../shared/digest.ts';
import { Refusal } from '../../shared/refusal.ts';
import { fieldsOf, FIND_RENAMES, namesOf, parseChanged } from './changed-between.ts';
import { gitWords, readBytes, readGit } from './git.ts';
import { findSameAsPointer } from './lfs-files.ts';
import { readDiff } from './read-diff.ts';
import { skipUnreadable } from './unreadable-files.ts';
import { countLines, MAX_UNTRACKED } from './worktree-changes.ts';
import { comparePaths } from '../../shared/natural-order.ts';

/** File times may lag behind the clock. */
const CLOCK_MS = 1000;
const AT_A_TIME = 32;

export interface HeadChanges {
  branch: string;
  files: ChangedFile[];
}

/** Rejects with a Refusal 409 `no_git` if there is no commit to compare with. */
export async function changesSinceHead(root: string): Promise<HeadChanges> {
  const options = [...FIND_RENAMES, '--relative', '-z'];
  // Outside a repository, `git diff` only says that it could not access HEAD.
  const branch = await readGit(root, ['rev-parse', '--abbrev-ref', 'HEAD']).catch((error: Error) => {
    throw new Refusal(409, 'no_git', reasonOf(error));
  });
  const [tracked, untracked] = await Promise.all([
    skipUnreadable(root, 'HEAD', (specs) =>
      Promise.all(
        ['--name-status', '--numstat'].map((form) =>
          readDiff(root, ['diff', ...options, form, 'HEAD', '--', ...specs]),
        ),
      ),
    ),
    readGit(root, ['ls-files', '--others', '--exclude-standard', '-z']),
  ]).catch((error: Error) => {
    throw new Refusal(409, 'no_git', reasonOf(error));
  });
  const [names = '', numbers = ''] = tracked.result;
  const modified = namesOf(names).flatMap(({ status, path }) => (status === 'M' ? path : []));
  const asPointers = await findSameAsPointer(root, 'HEAD', modified);
  const files = parseChanged(names, numbers).filter(({ path }) => !asPointers.has(path));
  for (const path of tracked.unreadable) files.push({ ...changedFile(path, 'modified'), isBinary: true });
  for (const path of fieldsOf(untracked).slice(0, MAX_UNTRACKED)) files.push(changedFile(path, 'created'));
  const isUntracked = new Set(fieldsOf(untracked));
  // Files are read a few at a time, because thousands of untracked ones must not all be open, or in memory, at once.
  for (let at = 0; at < files.length; at += AT_A_TIME)
    await Promise.all(files.slice(at, at + AT_A_TIME).map((file) => measure(file)));
  return { branch: branch.trim(), files: files.sort((a, b) => comparePaths(a.path, b.path)) };

  async function measure(file: ChangedFile): Promise<void> {
    const place = join(root, file.path);
    const stats = await lstat(place, { bigint: true }).catch(() => null);
    if (!stats) return;
    file.version = digest(`${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`);
    // git does not count the lines of files that it does not track.
    if (isUntracked.has(file.path) && stats.isFile()) Object.assign(file, await countLines(root, file.path));
  }
}

/**
 * Returns the path that the file has in the last commit, if git's index has renamed it. Null for all other files, even
 * if another file with such a content was deleted, and outside of a repository.
 */
export async function pathInHead(root: string, path: string): Promise<string | null> {
  // Runs the comparison only for files that it may find to be renamed.
  const tracked = await readBytes(root, ['ls-files', '-z', '--', `:(literal)${path}`]);
  if (!tracked?.length || (await readBytes(root, ['cat-file', '-e', `HEAD:./${path}`]))) return null;
  const options = [...FIND_RENAMES, '--relative', '-z', '--name-status'];
  const { result } = await skipUnreadable(root, 'HEAD', (specs) =>
    readDiff(root, ['diff', ...options, 'HEAD', '--', ...specs]),
  );
  return namesOf(result).find((file) => file.path === path)?.from ?? null;
}

/** Returns why there is nothing to compare with, for the user. */
function reasonOf(error: Error): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'git is not installed on this machine.';
  const words = gitWords(error);
  if (words.startsWith('not a git repository'))
    return 'The workspace is not in a git repository, so there is no last commit to compare with.';
  if (/^(?:ambiguous argument|bad revision) 'HEAD'/.test(words))
    return 'The repository has no commit yet to compare with.';
  return `git cannot compare the workspace with the last commit: ${words}`;
}

/** Whether a commit since this time, in ms since 1970, changed the file. Does not read older commits. */
export async function isCommittedSince(root: string, path: string, time: number): Promise<boolean> {
  // If git keeps a reflog of HEAD, the time of that file answers this for most files without running git.
  const moved = await stat(join(root, '.git/logs/HEAD')).catch(() => null);
  if (moved && moved.mtimeMs < time - CLOCK_MS) return false;
  const since = `--since=@${Math.floor(time / 1000)}`;
  const found = await readBytes(root, ['log', '-1', since, '--format=%h', '--', `:(literal)${path}`]);
  return Boolean(found?.length);
}
