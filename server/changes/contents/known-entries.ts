// The files and folders that a workspace tree knows, up to its limits, and a note of what it cannot record.
import type { FSWatcher } from 'node:fs';
import path from 'node:path';
import type { IgnoreRules } from '../../workspace/ignore-rules.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { MissedNames, nameSome } from './missed-names.ts';
import type { TreeFile } from './tree-file.ts';
import type { UnrecordedFolders } from './unrecorded-folders.ts';

export interface TreeChange {
  path: string;
  before: TreeFile | null;
  after: TreeFile | null;
}

/** By path. */
export type TreeChanges = Map<string, TreeChange>;

export interface KnownFolder {
  rules: IgnoreRules;
  watcher: FSWatcher | null;
  /** The names of the known files and folders in this folder. */
  names: Set<string>;
  /** The paths of files whose names are not UTF-8. */
  unreadable: Set<string>;
  /** The inode of its `.git`, if it has a repository. */
  git: bigint | undefined;
  file: TreeFile;
}

export const TREE_LIMITS = {
  /** Including the workspace itself. A watch takes about 1 kB of kernel memory. */
  folders: 12_000,
  /** This many take about 30 MB of pi's memory. */
  files: 60_000,
  /** The kernel drops events while 16,384 are waiting to be read. */
  events: 16_000,
  /** Files that git ignores: in all, and in one ignored folder. */
  ignored: 2000,
  ignoredInFolder: 500,
  /** Watched folders in which nothing is recorded. This many take about 30 MB of pi's memory. */
  unrecordedFolders: 6000,
};

export class KnownEntries {
  readonly files = new Map<string, TreeFile>();
  readonly folders = new Map<string, KnownFolder>();
  readonly missed = new MissedNames();
  /** Sentences for the user. */
  readonly gaps = new Set<string>();
  readonly unrecorded: UnrecordedFolders;
  readonly #limits: typeof TREE_LIMITS;
  #ignoredCount = 0;
  /**
   * Whether a limit was exceeded. From then on nothing is added, because an unknown file or folder may be an old one.
   */
  readonly #isFull = { files: false, folders: false };

  constructor(unrecorded: UnrecordedFolders, limits: typeof TREE_LIMITS) {
    this.unrecorded = unrecorded;
    this.#limits = limits;
  }

  /** Which changes will not be noticed, in words for the user, or null if all will be. */
  get coverageGap(): string | null {
    const partly = nameSome([...this.unrecorded.partlyWatched].map((name) => `${name}/`));
    const gaps = [
      ...this.gaps,
      ...(partly === '' ? [] : [`Not recorded, and not all of it is watched (ignored by git): ${partly}.`]),
    ];
    return gaps.length > 0 ? gaps.join(' ') : null;
  }

  get isFullOfFiles(): boolean {
    return this.#isFull.files;
  }

  /** How many files an ignored folder may have to be recorded. */
  get roomForIgnored(): number {
    return Math.min(this.#limits.ignoredInFolder, this.#limits.ignored - this.#ignoredCount);
  }

  /** Whether this path is in a watched folder, so that a file there belongs to the tree. */
  covers(name: string): boolean {
    return this.folders.has(parentOf(name));
  }

  /** Returns whether another folder can be added. Notes the gap if not. */
  takesFolder(): boolean {
    return this.#hasRoom('folders') && !this.#isFull.files;
  }

  /** Adds, replaces or (null) removes a file. */
  set(name: string, after: TreeFile | null, changes?: TreeChanges): void {
    const known = this.files.get(name) ?? null;
    if (!known && (!after || !this.#hasRoom('files'))) return;
    if (!known?.isIgnored && after?.isIgnored && this.#ignoredCount >= this.#limits.ignored) {
      if (changes) this.missed.addIgnored(name);
      return;
    }
    this.#ignoredCount += Number(after?.isIgnored ?? false) - Number(known?.isIgnored ?? false);
    const names = this.folders.get(parentOf(name))?.names;
    if (after) {
      this.files.set(name, after);
      names?.add(path.posix.basename(name));
    } else {
      this.files.delete(name);
      names?.delete(path.posix.basename(name));
    }
    if (changes) note(changes, { path: name, before: known, after });
  }

  /** Replaces how a known folder was found on the disk. */
  setFolder(
    name: string,
    folder: KnownFolder,
    { file, changes }: { file: TreeFile; changes: TreeChanges },
  ): void {
    file.git = folder.git;
    if (name !== '') note(changes, { path: name, before: folder.file, after: file });
    folder.file = file;
  }

  /** Adds a folder, in place of `known` where there is one. */
  addFolder(
    name: string,
    { folder, known }: { folder: KnownFolder; known: KnownFolder | undefined },
    changes?: TreeChanges,
  ): void {
    this.set(name, null, changes);
    this.folders.set(name, folder);
    if (name === '') return;
    if (changes) note(changes, { path: name, before: known?.file ?? null, after: folder.file });
    this.folders.get(parentOf(name))?.names.add(path.posix.basename(name));
  }

  /** Removes a folder, if it is one, with everything in it. */
  leave(folder: string, changes?: TreeChanges): void {
    const left = this.folders.get(folder);
    if (!left) return;
    left.watcher?.close();
    for (const name of left.names) this.remove(path.posix.join(folder, name), changes);
    for (const name of [...this.unrecorded.names]) {
      if (parentOf(name) !== folder) continue;
      if (changes) this.missed.addIgnored(`${name}/`);
      this.unrecorded.remove(name);
    }
    if (changes) for (const name of left.unreadable) this.missed.addUnreadable(name);
    if (changes && left.git !== undefined) this.missed.addGit(path.posix.join(folder, '.git'));
    this.folders.delete(folder);
    if (changes) note(changes, { path: folder, before: left.file, after: null });
    this.folders.get(parentOf(folder))?.names.delete(path.posix.basename(folder));
  }

  /** Removes the file or folder of this name. */
  remove(name: string, changes?: TreeChanges): void {
    this.leave(name, changes);
    this.set(name, null, changes);
  }

  #hasRoom(kind: 'files' | 'folders'): boolean {
    const { files, folders } = this.#limits;
    if (!this.#isFull[kind] && this[kind].size < this.#limits[kind]) return true;
    this.#isFull[kind] = true;
    this.gaps.add(
      `This workspace has more than ${files} files or ${folders} folders: changes that commands make to the others are not recorded.`,
    );
    return false;
  }
}

/** A path may be noted twice in one collection. `before` is then still the state before the first change. */
function note(changes: TreeChanges, change: TreeChange): void {
  changes.set(change.path, { ...change, before: (changes.get(change.path) ?? change).before });
}
