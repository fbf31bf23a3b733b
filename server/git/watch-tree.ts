// Watches a folder with all folders below it, each by itself: Node's recursive watch on Linux also watches each file.
import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** More folders than the names of branches and remotes make. Of further ones nothing is noticed. */
const MAX_FOLDERS = 500;

/** Calls `onEvent` for every change below `top`, until the returned function is called. Never rejects. */
export async function watchTree(top: string, onEvent: () => void): Promise<() => void> {
  const watchers = new Map<string, FSWatcher>();
  let isClosed = false;

  async function add(folder: string): Promise<void> {
    if (isClosed || watchers.size >= MAX_FOLDERS || watchers.has(folder)) return;
    let watcher: FSWatcher;
    try {
      watcher = watch(folder, { persistent: false }, (event, name) => {
        onEvent();
        // git removes empty folders and makes them again.
        if (event === 'rename' && name !== null) void replace(join(folder, name));
      });
    } catch {
      // It is not a folder, it is gone, or the system allows no more watches.
      return;
    }
    watchers.set(folder, watcher);
    watcher.on('error', () => forget(folder));
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) if (entry.isDirectory()) await add(join(folder, entry.name));
  }

  async function replace(path: string): Promise<void> {
    forget(path);
    const entries = await readdir(path).catch(() => null);
    if (entries === null) return;
    await add(path);
    // What changed before it was watched.
    if (!isClosed) onEvent();
  }

  function forget(folder: string): void {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(join(folder, '/'))) continue;
      watcher.close();
      watchers.delete(path);
    }
  }

  await add(top);
  return () => {
    isClosed = true;
    forget(top);
  };
}
