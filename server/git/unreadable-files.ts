// Leaves unreadable files out of git's diffs. If such a file may have changed, the whole diff would fail.
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { readGit } from './git.ts';

/** With more files than this, git's command line could become too long. */
const MAX_UNREADABLE = 500;

interface Read<T> {
  result: T;
  /** The tracked files that were left out, relative to the folder. */
  unreadable: string[];
}

/**
 * Runs `read` with pathspecs for the files of the folder. If git fails because of unreadable files, runs it once more
 * without them. Rejects as `read` does.
 */
export async function skipUnreadable<T>(
  folder: string,
  commit: string,
  read: (specs: readonly string[]) => Promise<T>,
): Promise<Read<T>> {
  try {
    return { result: await read(['.']), unreadable: [] };
  } catch (error) {
    const unreadable = await findUnreadable(folder, commit).catch(() => []);
    if (unreadable.length === 0 || unreadable.length > MAX_UNREADABLE) throw error;
    const specs = ['.', ...unreadable.map((name) => `:(exclude,literal)${name}`)];
    return { result: await read(specs), unreadable };
  }
}

/** Finds the unreadable files. This command of git reads no content, only sizes and times. */
async function findUnreadable(folder: string, commit: string): Promise<string[]> {
  const options = ['-z', '--name-only', '--no-renames', '--relative'];
  const names = await readGit(folder, ['diff-index', ...options, commit, '--', '.']);
  const found: string[] = [];
  for (const name of names.split('\0').filter((field) => field !== '')) {
    const isClosed = await access(path.join(folder, name), constants.R_OK).then(
      () => false,
      ({ code }: NodeJS.ErrnoException) => code === 'EACCES' || code === 'EPERM',
    );
    if (isClosed) found.push(name);
  }
  return found;
}
