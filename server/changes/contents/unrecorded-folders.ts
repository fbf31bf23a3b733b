// Watches folders whose files are not recorded, to know which of them a command has touched. Nothing in them is read
// except the names of their folders.
import type { FSWatcher } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { bytesOfName, nameFromBytes } from '../../workspace/byte-names.ts';
import { watchUnreferenced, type WatchFolder } from './reported-paths.ts';

interface Watched {
  watcher: FSWatcher | null;
  /** By the name, as `nameFromBytes` makes it. */
  folders: Map<string, Watched>;
}

/** A folder in another one, `place`, which is in `top`. */
interface Place {
  place: string;
  name: Buffer;
  top: string;
}

export interface UnrecordedFoldersOptions {
  /** Absolute. */
  root: string;
  /** The most watched folders. A watch takes about 1 kB of kernel memory. */
  maxFolders: number;
  watchFolder?: WatchFolder | undefined;
}

export class UnrecordedFolders {
  readonly #options: UnrecordedFoldersOptions;
  readonly #tops = new Map<string, Watched>();
  readonly #touched = new Set<string>();
  /** The folders that are not watched completely. */
  readonly #partly = new Set<string>();
  /** The last of the walks that have begun. */
  #walks: Promise<void> = Promise.resolve();
  #count = 0;
  #isClosed = false;

  constructor(options: UnrecordedFoldersOptions) {
    this.#options = options;
  }

  get names(): Iterable<string> {
    return this.#tops.keys();
  }

  /** The folders in which a change may not be noticed. */
  get partlyWatched(): Iterable<string> {
    return this.#partly;
  }

  has(top: string): boolean {
    return this.#tops.has(top);
  }

  /**
   * Watches the folder `top` (relative to the root) and those in it. This takes time, about 100 ms for a thousand
   * folders.
   */
  add(top: string): void {
    if (this.#isClosed || this.#tops.has(top)) return;
    const watched: Watched = { watcher: null, folders: new Map() };
    this.#tops.set(top, watched);
    this.#partly.add(top);
    this.#walks = this.#walks.then(async () => {
      if (await this.#walk(watched, top, top)) this.#partly.delete(top);
    });
  }

  /** Resolves when all folders are watched that can be. */
  async settle(): Promise<void> {
    for (let last: unknown; last !== this.#walks;) {
      last = this.#walks;
      await last;
    }
  }

  remove(top: string): void {
    const watched = this.#tops.get(top);
    if (watched) this.#close(watched);
    this.#tops.delete(top);
    this.#partly.delete(top);
  }

  /** Returns the folders in which something was changed since the last call. */
  takeTouched(): string[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  close(): void {
    this.#isClosed = true;
    for (const watched of this.#tops.values()) this.#close(watched);
    this.#tops.clear();
  }

  /** Returns whether all folders are watched. */
  async #walk(watched: Watched, place: string, top: string): Promise<boolean> {
    if (this.#isClosed || this.#tops.get(top) === undefined) return false;
    if (this.#count >= this.#options.maxFolders || !this.#watch(watched, place, top)) return false;
    const options = { withFileTypes: true, encoding: 'buffer' } as const;
    let isWhole = true;
    for (const entry of await readdir(this.#bytesOf(place), options).catch(() => []))
      if (entry.isDirectory())
        isWhole = (await this.#enter(watched, { place, name: entry.name, top })) && isWhole;
    return isWhole;
  }

  #enter(parent: Watched, { place, name, top }: Place): Promise<boolean> {
    const key = nameFromBytes(name);
    const known = parent.folders.get(key);
    if (known) this.#close(known);
    const watched: Watched = { watcher: null, folders: new Map() };
    parent.folders.set(key, watched);
    return this.#walk(watched, path.posix.join(place, key), top);
  }

  /** Returns whether the folder is watched. */
  #watch(watched: Watched, place: string, top: string): boolean {
    const { watchFolder = watchUnreferenced } = this.#options;
    try {
      watched.watcher = watchFolder(this.#bytesOf(place), (event, name) => {
        this.#touched.add(top);
        if (event === 'rename' && name) this.#follow(watched, { place, name, top });
      });
    } catch {
      return false;
    }
    this.#count += 1;
    watched.watcher.on('error', () => this.#touched.add(top));
    return true;
  }

  /** Watches a folder that has appeared, and stops watching one that has gone. */
  #follow(parent: Watched, at: Place): void {
    const key = nameFromBytes(at.name);
    const known = parent.folders.get(key);
    if (known) this.#close(known);
    parent.folders.delete(key);
    this.#walks = this.#walks.then(async () => {
      if (!parent.watcher || !(await this.#isFolder(path.posix.join(at.place, key)))) return;
      if (!(await this.#enter(parent, at)) && this.#tops.has(at.top)) this.#partly.add(at.top);
    });
  }

  #isFolder(place: string): Promise<boolean> {
    return lstat(this.#bytesOf(place)).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
  }

  #close(watched: Watched): void {
    if (watched.watcher) this.#count -= 1;
    watched.watcher?.close();
    watched.watcher = null;
    for (const inner of watched.folders.values()) this.#close(inner);
    watched.folders.clear();
  }

  #bytesOf(place: string): Buffer {
    return Buffer.concat([Buffer.from(`${this.#options.root}/`), bytesOfName(place)]);
  }
}
