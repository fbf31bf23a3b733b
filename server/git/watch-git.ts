// Notices commits, staged files and branch switches by any program, because git then replaces its index or HEAD.
import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readRegularText } from '../lib/regular-file.ts';

/** The files in git's own folder that show a change. The panel's own requests do not write them. */
const RELEVANT_FILES = new Set(['index', 'HEAD', 'ORIG_HEAD', 'FETCH_HEAD', 'packed-refs']);
/** How long to wait for further changes, because a commit replaces several files. */
const PAUSE_MS = 60;

/**
 * Calls `onChange` after changes in the repository of a folder, until the returned function is called. Null without a
 * repository, and if it cannot be watched.
 */
export async function watchGit(folder: string, onChange: () => void): Promise<(() => void) | null> {
  const own = await findGitFolder(folder);
  if (own === null) return null;
  let timer: NodeJS.Timeout | undefined;
  try {
    const watcher = watch(own, { persistent: false }, (_, name) => {
      if (name === null || RELEVANT_FILES.has(name)) timer ??= setTimeout(report, PAUSE_MS).unref();
    });
    const close = (): void => {
      clearTimeout(timer);
      watcher.close();
    };
    // The folder was removed. Pages are still told about commits that they make themselves.
    watcher.on('error', close);
    return close;
  } catch {
    return null;
  }

  function report(): void {
    timer = undefined;
    onChange();
  }
}

/** Returns git's folder of a checkout: `.git`, or what a file of this name points to in a worktree or submodule. */
async function findGitFolder(folder: string): Promise<string | null> {
  const place = join(folder, '.git');
  const found = await stat(place).catch(() => null);
  if (found?.isDirectory()) return place;
  if (found?.isFile()) {
    const text = await readRegularText(place).catch(() => '');
    const target = /^gitdir: (.+)$/m.exec(text)?.[1];
    return target === undefined ? null : resolve(folder, target);
  }
  const parent = dirname(folder);
  return parent === folder ? null : findGitFolder(parent);
}
