// Watches each folder that a page shows. A recursive watch (chokidar, or Node's own on Linux) first needs a watch for
// every folder of the tree. For a big repository that takes seconds, megabytes, and all of the 8,192 watches that some
// systems allow. Changes in other folders are reported by the agent's own edits (`note` in workspace.ts).
import type { WatchListener, WatchOptionsWithStringEncoding } from 'node:fs';
import { unwatchFile, watch, watchFile } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import { isTemporary } from '../temporary-name.ts';

export interface FolderWatch {
  /** Watches the folder `path`, whose absolute path without links is `real`; watches it again if it was replaced. */
  follow: (path: string, real: string) => Promise<void>;
  close: () => void;
}

export interface FolderWatchOptions {
  /**
   * `path` is relative, like that of the followed folder. `isName`: whether it may have been created, removed, or
   * renamed.
   */
  onChange: (path: string, isName: boolean) => void;
  /** Called once, with a sentence for the user, when the system allows no more watches and folders are polled. */
  onTrouble: (message: string) => void;
  /** For tests: a replacement for `fs.watch`, and a shorter polling interval in ms. */
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

/**
 * The most watched folders: more than a tree shows expanded. Beyond this, the least recently followed one is dropped.
 */
const MAX_FOLDERS = 256;
export function folderWatch(options: FolderWatchOptions): FolderWatch {
  const { onChange, onTrouble, watchFolder = watch, pollInterval = 3000 } = options;
  const followed = new Map<string, Followed>();
  let isClosed = false;
  let hasReported = false;

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
      if (followed.size <= MAX_FOLDERS) break;
      followed.delete(oldest);
      stop();
    }
  }

  function start(path: string, real: string): () => void {
    try {
      const watcher = watchFolder(real, { persistent: false }, (event, name) => onEvent(path, event, name));
      watcher.on('error', () => drop(path));
      return () => watcher.close();
    } catch (error) {
      return poll(path, real, error as NodeJS.ErrnoException);
    }
  }

  /** Polls a folder. This notices new and removed names, but not changed content. Etags still protect saves. */
  function poll(path: string, real: string, error: NodeJS.ErrnoException): () => void {
    if (!hasReported) onTrouble(explain(error));
    hasReported = true;
    const listener = () => onChange(path, true);
    watchFile(real, { interval: pollInterval, persistent: false }, listener);
    return () => unwatchFile(real, listener);
  }

  function onEvent(path: string, event: string, name: string | null): void {
    if (name === '.git' || (name && isTemporary(name))) return;
    onChange(posix.join(path, name ?? '').replace(/^\.$/, ''), event === 'rename' || name === '.gitignore');
    // Linux reports the removal of the watched folder under its own name. A new folder in its place needs another
    // watch.
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

/** Returns what distinguishes a folder from a later one of the same name, which may get the same inode. */
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
  const remedy = setting ? `Raise ${setting} to see them immediately.` : message;
  return `Changes made outside the panel are noticed late (${code ?? 'no watch'}). ${remedy}`;
}
