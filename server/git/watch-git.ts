// Notices commits, staged files, switches, fetches and pushes by any program. git then replaces its index, HEAD or the file
// of a branch.
import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readRegularText } from '../lib/regular-file.ts';
import { watchTree } from './watch-tree.ts';

/**
 * The files in git's own folder that show a change. The panel's own requests do not write them. A commit that leaves the
 * index as it is only locks HEAD (seen with git 2.39).
 */
const OWN_FILES = new Set(['index', 'HEAD', 'HEAD.lock', 'ORIG_HEAD', 'FETCH_HEAD', 'packed-refs']);
const SHARED_FILES = new Set(['packed-refs']);
/** The folders with a file for each branch, here and on the remotes, or with all of them in tables. */
const REFS = ['refs', 'reftable'];
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
  const onEvent = (): void => void (timer ??= setTimeout(report, PAUSE_MS).unref());
  const shared = await sharedFolder(own);
  const stops: (() => void)[] = [];
  const close = (): void => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
  try {
    stops.push(watchFiles(own, OWN_FILES, onEvent));
    if (own !== shared) stops.push(watchFiles(shared, SHARED_FILES, onEvent));
  } catch {
    close();
    return null;
  }
  for (const name of REFS) stops.push(await watchTree(join(shared, name), onEvent));
  return close;

  function report(): void {
    timer = undefined;
    onChange();
  }
}

/** Throws if the folder cannot be watched. */
function watchFiles(folder: string, names: ReadonlySet<string>, onEvent: () => void): () => void {
  const watcher = watch(folder, { persistent: false }, (_, name) => {
    if (name === null || names.has(name)) onEvent();
  });
  // The folder was removed. Pages are still told about commits that they make themselves.
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
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

/** Returns the folder with the branches, which a worktree shares with the repository that it belongs to. */
async function sharedFolder(own: string): Promise<string> {
  const text = await readRegularText(join(own, 'commondir')).catch(() => '');
  return text.trim() === '' ? own : resolve(own, text.trim());
}
