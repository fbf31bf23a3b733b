// Knows the size and times of every file in a workspace. One watch per folder keeps them current, so after a command
// only the reported files are checked, even in a huge workspace. Ignored files are left out, and contents are not read.
import type { FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { turns } from '../../lib/turns.ts';
import { ignoreRules, type IgnoreRules } from '../../workspace/ignore-rules.ts';
import { isTemporary } from '../../workspace/temporary-name.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { ReportedPaths, type WatchFolder } from './reported-paths.ts';
import { statTreeFile, type TreeFile } from './tree-file.ts';

export interface TreeChange {
  path: string;
  before: TreeFile | null;
  after: TreeFile | null;
}

interface Folder {
  rules: IgnoreRules;
  watcher: FSWatcher | null;
  /** The names of the known files and folders in this folder. */
  names: Set<string>;
  file: TreeFile;
}

type Changes = Map<string, TreeChange>;

export const TREE_LIMITS = {
  /** Including the workspace itself. A watch takes about 1 kB of kernel memory. */
  folders: 12_000,
  /** This many take about 30 MB of pi's memory. */
  files: 60_000,
  /** The kernel drops events while 16,384 are waiting to be read. */
  events: 16_000,
};

export class WorkspaceTree {
  readonly #root: string;
  readonly #limits: typeof TREE_LIMITS;
  readonly #reported: ReportedPaths;
  readonly #files = new Map<string, TreeFile>();
  readonly #folders = new Map<string, Folder>();
  readonly #inTurn = turns();
  readonly #gaps = new Set<string>();
  /**
   * Whether a limit was exceeded. From then on nothing is added, because an unknown file or folder may be an old one.
   */
  readonly #isFull = { files: false, folders: false };
  #isClosed = false;
  #ready: Promise<void> | null = null;

  /** `root`: absolute, without links. */
  constructor(root: string, limits = TREE_LIMITS, watchFolder?: WatchFolder) {
    this.#root = root;
    this.#limits = limits;
    this.#reported = new ReportedPaths({
      root,
      maxEvents: limits.events,
      watchFolder,
      onLimit: (code) =>
        this.#gaps.add(
          `The system allows no more file watches (${code}): some changes that commands make are not recorded.`,
        ),
    });
  }

  get files(): ReadonlyMap<string, TreeFile> {
    return this.#files;
  }

  /** Returns which changes will not be noticed, in words for the user, or null if all will be. */
  get coverageGap(): string | null {
    return this.#gaps.size > 0 ? [...this.#gaps].join(' ') : null;
  }

  /** Walks the workspace once. */
  start(): Promise<void> {
    return (this.#ready ??= this.#walk());
  }

  /** Returns the changes since the last call. */
  collect(): Promise<TreeChange[]> {
    return this.#inTurn(() => this.#collect());
  }

  /**
   * Call this after the state of a file that a tool wrote was recorded, so that it is not attributed to the next
   * command. Does nothing if the file no longer has the `signature` of the recorded state.
   */
  noteRecorded(name: string, signature: string): Promise<void> {
    return this.#inTurn(async () => {
      const isKnown = this.#files.has(name);
      if (!isKnown && !this.#covers(name)) return;
      const file = await this.#readOr(this.#stat(name), null);
      if (file && file.kind !== 'folder' && file.signature === signature) this.#set(name, file);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { watcher } of this.#folders.values()) watcher?.close();
  }

  async #walk(): Promise<void> {
    const [rules, file] = await Promise.all([ignoreRules(this.#root)(), this.#stat('')]);
    if (file) await this.#enter('', { file, rules });
  }

  async #collect(): Promise<TreeChange[]> {
    await this.start();
    await this.#reported.drainEvents();
    const changes: Changes = new Map();
    for (let reported = this.#reported.takeAll(); reported.size > 0; reported = this.#reported.takeAll())
      await this.#updateAll(reported, changes);
    return [...changes.values()].filter(
      ({ before, after }) => before?.isFresh || before?.signature !== after?.signature,
    );
  }

  async #updateAll(reported: ReadonlyMap<string, boolean>, changes: Changes): Promise<void> {
    const listings = new Map<string, Promise<ReadonlySet<string>>>();
    for (const [name, mustCompare] of reported) {
      if (isExcluded(path.posix.basename(name))) continue;
      const isListed = !mustCompare || name === '' || (await this.#isListed(name, listings));
      const file = isListed ? await this.#readOr(this.#stat(name), null) : null;
      if (file !== undefined) await this.#update(name, { file, mustCompare }, changes);
    }
  }

  /** A disk that ignores case finds a file also by names that its folder does not list. */
  async #isListed(name: string, listings: Map<string, Promise<ReadonlySet<string>>>): Promise<boolean> {
    const folder = parentOf(name);
    const read = async (): Promise<ReadonlySet<string>> =>
      new Set(await readdir(path.join(this.#root, folder)).catch(() => []));
    const listing = listings.get(folder) ?? read();
    listings.set(folder, listing);
    return (await listing).has(path.posix.basename(name));
  }

  async #update(
    name: string,
    { file, mustCompare }: { file: TreeFile | null; mustCompare: boolean },
    changes: Changes,
  ): Promise<void> {
    if (file?.kind !== 'folder') return this.#updateFile(name, file, changes);
    const known = this.#folders.get(name);
    if (known && !mustCompare) return this.#setFolder(name, known, { file, changes });
    const rules = known ? known.rules : await this.#rulesFor(name);
    if (rules) await this.#enter(name, { file, rules }, changes);
  }

  #updateFile(name: string, file: TreeFile | null, changes: Changes): void {
    this.#leave(name, changes);
    if (!file || this.#files.has(name) || this.#covers(name)) this.#set(name, file, changes);
  }

  /** Whether this path is not ignored and in a watched folder, so that a file there belongs to the tree. */
  #covers(name: string): boolean {
    const parent = this.#folders.get(parentOf(name));
    return parent !== undefined && !parent.rules.ignores(path.posix.basename(name), false);
  }

  async #rulesFor(folder: string): Promise<IgnoreRules | null> {
    const parent = this.#folders.get(parentOf(folder));
    const name = path.posix.basename(folder);
    return !parent || parent.rules.ignores(name, true) ? null : parent.rules.enter(name);
  }

  /** Adds, replaces or (null) removes a file. */
  #set(name: string, after: TreeFile | null, changes?: Changes): void {
    const known = this.#files.get(name) ?? null;
    if (!known && (!after || !this.#hasRoom('files', this.#files.size))) return;
    const names = this.#folders.get(parentOf(name))?.names;
    if (after) {
      this.#files.set(name, after);
      names?.add(path.posix.basename(name));
    } else {
      this.#files.delete(name);
      names?.delete(path.posix.basename(name));
    }
    if (changes) note(changes, { path: name, before: known, after });
  }

  #setFolder(name: string, folder: Folder, { file, changes }: { file: TreeFile; changes: Changes }): void {
    if (name !== '') note(changes, { path: name, before: folder.file, after: file });
    folder.file = file;
  }

  /** Removes a folder, if it is one, with everything in it. */
  #leave(folder: string, changes?: Changes): void {
    const left = this.#folders.get(folder);
    if (!left) return;
    left.watcher?.close();
    for (const name of left.names) {
      this.#leave(path.posix.join(folder, name), changes);
      this.#set(path.posix.join(folder, name), null, changes);
    }
    this.#folders.delete(folder);
    if (changes) note(changes, { path: folder, before: left.file, after: null });
    this.#folders.get(parentOf(folder))?.names.delete(path.posix.basename(folder));
  }

  /**
   * Adds a folder with everything in it, or compares a known one with the disk. Watches it before reading it, so that
   * nothing in between is missed.
   */
  async #enter(
    folder: string,
    { file, rules }: { file: TreeFile; rules: IgnoreRules },
    changes?: Changes,
  ): Promise<void> {
    if (this.#isClosed) return;
    const known = this.#folders.get(folder);
    if (!known && !(this.#hasRoom('folders', this.#folders.size) && !this.#isFull.files)) return;
    this.#set(folder, null, changes);
    known?.watcher?.close();
    const names = known?.names ?? new Set<string>();
    this.#folders.set(folder, { rules, names, file, watcher: this.#reported.watch(folder) });
    if (changes && folder !== '') note(changes, { path: folder, before: known?.file ?? null, after: file });
    if (folder) this.#folders.get(parentOf(folder))?.names.add(path.posix.basename(folder));
    const entries = await this.#readOr(readdir(path.join(this.#root, folder), { withFileTypes: true }), []);
    if (!entries) return;
    const present = new Set(entries.map(({ name }) => name));
    for (const name of names) {
      if (present.has(name)) continue;
      this.#leave(path.posix.join(folder, name), changes);
      this.#set(path.posix.join(folder, name), null, changes);
    }
    for (const entry of entries) {
      const name = path.posix.join(folder, entry.name);
      if (isExcluded(entry.name) || rules.ignores(entry.name, entry.isDirectory())) continue;
      const found = await this.#readOr(this.#stat(name), null);
      if (found?.kind === 'folder')
        await this.#enter(name, { file: found, rules: await rules.enter(entry.name) }, changes);
      else if (found !== undefined) {
        this.#leave(name, changes);
        this.#set(name, found, changes);
      }
      if (this.#isFull.files && !known) return;
    }
  }

  #hasRoom(kind: 'files' | 'folders', count: number): boolean {
    const { files, folders } = this.#limits;
    if (!this.#isFull[kind] && count < this.#limits[kind]) return true;
    this.#isFull[kind] = true;
    this.#gaps.add(
      `This workspace has more than ${files} files or ${folders} folders: changes that commands make to the others are not recorded.`,
    );
    return false;
  }

  #stat(name: string): Promise<TreeFile | null> {
    return statTreeFile(path.join(this.#root, name));
  }

  /** Returns `missing` if nothing exists there, and undefined, after noting the gap, if it cannot be read. */
  async #readOr<T, U>(reading: Promise<T>, missing: U): Promise<T | U | undefined> {
    try {
      return await reading;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return missing;
      this.#gaps.add(
        `A part of this workspace cannot be read (${code}): changes that commands make there are not recorded.`,
      );
      return undefined;
    }
  }
}

/** A path may be noted twice in one collection. `before` is then still the state before the first change. */
function note(changes: Changes, change: TreeChange): void {
  changes.set(change.path, { ...change, before: (changes.get(change.path) ?? change).before });
}

/** Excludes git's own folder, the file that replaces it in a submodule, and files that are being saved. */
function isExcluded(name: string): boolean {
  return name === '.git' || isTemporary(name);
}
