// Collects the paths in a workspace that the file system reports, by one watch per folder.
import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { nameFromBytes } from '../../workspace/byte-names.ts';
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import { isTemporary } from '../../workspace/temporary-name.ts';

/** Has the same form as `watch` of node:fs. */
export type WatchFolder = (
  folder: string | Buffer,
  onEvent: (event: string, name: Buffer | null) => void,
) => FSWatcher;

/** When a path was reported, in ms since 1970. */
export interface Moments {
  first: number;
  last: number;
}

interface ReportedPathsOptions {
  /** Absolute. */
  root: string;
  /** After this many events, some may have been dropped. */
  maxEvents: number;
  /** Called with the error code when the system allows no more watches. */
  onLimit: (code: string) => void;
  watchFolder?: WatchFolder | undefined;
}

export class ReportedPaths {
  readonly #options: ReportedPathsOptions;
  #paths = new Map<string, boolean>();
  #moments = new Map<string, Moments>();
  /** The names that were made, removed or replaced since the last look, and between that and the one before. */
  #renamed = { now: new Set<string>(), before: new Set<string>() };
  #mayHide = false;
  #events = 0;

  constructor(options: ReportedPathsOptions) {
    this.#options = options;
  }

  /** `folder`: relative to the root. Returns null if it cannot be watched. */
  watch(folder: string): FSWatcher | null {
    const { onLimit, root, watchFolder = watchUnreferenced } = this.#options;
    try {
      const watcher = watchFolder(path.join(root, folder), (event, name) => {
        this.#events += 1;
        // Without a name, anything in the folder may have changed.
        if (name === null) this.#add(folder, true);
        else {
          const reported = path.posix.join(folder, nameFromBytes(name));
          if (event === 'rename') this.#noteRenamed(reported);
          this.#add(reported, event === 'rename');
        }
      });
      watcher.on('error', () => this.#add(folder, true));
      return watcher;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // With any other error, reading the folder fails as well, and reports the error.
      if (code === 'ENOSPC' || code === 'EMFILE') onLimit(code);
      return null;
    }
  }

  /** Waits for events that the kernel has already queued. Systems other than Linux report changes with a delay. */
  async drainEvents(): Promise<void> {
    if (process.platform !== 'linux') await wait(100);
    await nextTick();
    await nextTick();
    if (this.#events >= this.#options.maxEvents) this.#add('', true);
    this.#events = 0;
  }

  /**
   * Returns the paths reported since the last call. The value says whether a folder at this path must be compared with
   * the disk, because it may have been replaced, or events in it may have been lost. '' is the root. Names that are
   * not UTF-8 are as `nameFromBytes` makes them.
   */
  takeAll(): ReadonlyMap<string, boolean> {
    const paths = this.#paths;
    this.#paths = new Map();
    return paths;
  }

  /** Returns when paths were reported since the last call, in ms since 1970. */
  takeMoments(): ReadonlyMap<string, Moments> {
    const moments = this.#moments;
    this.#moments = new Map();
    return moments;
  }

  /**
   * Returns whether, since the last call, a path may have led to a file for a moment only. What was written there may
   * be in a file that was not reported, because the path was another name of it.
   */
  takeMayHide(): boolean {
    const mayHide = this.#mayHide;
    this.#mayHide = false;
    this.#renamed = { now: new Set(), before: this.#renamed.now };
    return mayHide;
  }

  /** Systems other than Linux report several changes of a name as one. */
  #noteRenamed(name: string): void {
    if (isTemporary(path.posix.basename(name))) return;
    const { now, before } = this.#renamed;
    if (process.platform !== 'linux' || now.has(name) || before.has(name)) this.#mayHide = true;
    now.add(name);
  }

  #add(name: string, mustCompare: boolean): void {
    const now = Date.now();
    this.#moments.set(name, { first: this.#moments.get(name)?.first ?? now, last: now });
    this.#paths.set(name, mustCompare || (this.#paths.get(name) ?? false));
  }
}

export const watchUnreferenced: WatchFolder = (folder, onEvent) =>
  watch(folder, { persistent: false, encoding: 'buffer' }, onEvent);
