// Watches the folders that somebody looks at, each by itself. A recursive watch (chokidar, or Node's own on
// Linux) takes a watch for every folder of the tree before it says a word: on a big repository that is
// seconds, megabytes, and all of the 8,192 watches that some systems grant. What changes where nobody looks
// is told by the agent's own edits (`note` in workspace.ts).
import type { WatchListener, WatchOptionsWithStringEncoding } from 'node:fs';
import { unwatchFile, watch, watchFile } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import { isTemporary } from './temporary-name.ts';

export interface FolderWatch {
  /** Watches the folder `path`, whose absolute path without links is `real`; again if it is another one now. */
  follow: (path: string, real: string) => Promise<void>;
  close: () => void;
}

export interface FolderWatchOptions {
  /** `path` in terms of the followed folder; `isName`: it may have come, gone or been renamed. */
  onChange: (path: string, isName: boolean) => void;
  /** Once, with a sentence for people: the system grants no more watches; folders are polled instead. */
  onTrouble: (message: string) => void;
  /** For tests of a system without watches left: another `fs.watch`, and a shorter time, in ms. */
  watchFolder?: WatchFolder;
  pollInterval?: number;
}

type WatchFolder = (
  path: string,
  options: WatchOptionsWithStringEncoding,
  listener: WatchListener<string>,
) => { on: (event: 'error', listener: () => void) => unknown; close: () => void };

interface Followed {
  real: string;
  identity: string;
  stop: () => void;
}

/** More folders than a tree view shows open; the one that was asked for longest ago goes. */
const maxFolders = 256;
export function folderWatch(options: FolderWatchOptions): FolderWatch {
  const { onChange, onTrouble, watchFolder = watch, pollInterval = 3000 } = options;
  const followed = new Map<string, Followed>();
  let isClosed = false;
  let hasTold = false;

  async function follow(path: string, real: string): Promise<void> {
    const identity = await identityOf(real);
    if (isClosed || identity === undefined) return;
    const known = followed.get(path);
    followed.delete(path);
    if (known?.identity === identity && known.real === real) {
      followed.set(path, known);
      return;
    }
    known?.stop();
    followed.set(path, { real, identity, stop: start(path, real) });
    for (const [oldest, { stop }] of followed) {
      if (followed.size <= maxFolders) break;
      followed.delete(oldest);
      stop();
    }
  }

  function start(path: string, real: string): () => void {
    try {
      const watcher = watchFolder(real, { persistent: false }, (event, name) => changed(path, event, name));
      watcher.on('error', () => drop(path));
      return () => watcher.close();
    } catch (error) {
      return poll(path, real, error as NodeJS.ErrnoException);
    }
  }

  /** Sees names come and go, not what is written into files; saving is safe all the same by its etag. */
  function poll(path: string, real: string, error: NodeJS.ErrnoException): () => void {
    if (!hasTold) onTrouble(explain(error));
    hasTold = true;
    const listener = () => onChange(path, true);
    watchFile(real, { interval: pollInterval, persistent: false }, listener);
    return () => unwatchFile(real, listener);
  }

  function changed(path: string, event: string, name: string | null): void {
    if (name === '.git' || (name && isTemporary(name))) return;
    onChange(posix.join(path, name ?? '').replace(/^\.$/, ''), event === 'rename' || name === '.gitignore');
    // A watch outlives its folder's name: Linux tells of the folder's own end under that name.
    const known = followed.get(path);
    if (known && name === basename(known.real)) void checkSelf(path, known);
  }

  async function checkSelf(path: string, known: Followed): Promise<void> {
    if ((await identityOf(known.real)) !== known.identity && followed.get(path) === known) drop(path);
  }

  function drop(path: string): void {
    followed.get(path)?.stop();
    followed.delete(path);
    onChange(path, true);
  }

  return {
    follow,
    close: () => {
      isClosed = true;
      for (const { stop } of followed.values()) stop();
      followed.clear();
    },
  };
}

/** Tells a folder from a later one of the same name, which may well get the same inode. */
async function identityOf(path: string): Promise<string | undefined> {
  return lstat(path, { bigint: true }).then(
    (stats) => (stats.isDirectory() ? `${stats.ino} ${stats.birthtimeNs}` : undefined),
    () => undefined,
  );
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  const setting = { ENOSPC: 'fs.inotify.max_user_watches', EMFILE: 'fs.inotify.max_user_instances' }[
    code ?? ''
  ];
  const remedy = setting ? `Raise ${setting} to see them at once.` : message;
  return `Changes of files made outside the panel are noticed late (${code ?? 'no watch'}). ${remedy}`;
}
