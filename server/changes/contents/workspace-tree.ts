// Knows the size and times of every file in a workspace. One watch per folder keeps them current, so after a command
// only the reported files are checked, even in a huge workspace. Contents are not read. Of ignored folders, those of
// dependencies and builds and those with very many files are left out.
import type { FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { turns } from '../../lib/turns.ts';
import { bytesOfName, nameFromBytes } from '../../workspace/byte-names.ts';
import { ignoreRules, type IgnoreRules } from '../../workspace/ignore-rules.ts';
import { isTemporary } from '../../workspace/temporary-name.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { hasFewEntries, isGeneratedFolder } from './generated-folders.ts';
import { MissedNames, nameSome } from './missed-names.ts';
import { ReportedPaths, type Moments, type WatchFolder } from './reported-paths.ts';
import { statTreeFile, type TreeFile } from './tree-file.ts';
import { UnrecordedFolders } from './unrecorded-folders.ts';

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
  /** The paths of files whose names are not UTF-8. */
  unreadable: Set<string>;
  /** The inode of its `.git`, if it has a repository. */
  git: bigint | undefined;
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
  /** Files that git ignores: in all, and in one ignored folder. */
  ignored: 2000,
  ignoredInFolder: 500,
  /** Watched folders in which nothing is recorded. This many take about 30 MB of pi's memory. */
  unrecordedFolders: 6000,
};

export class WorkspaceTree {
  readonly #root: string;
  readonly #limits: typeof TREE_LIMITS;
  readonly #reported: ReportedPaths;
  readonly #files = new Map<string, TreeFile>();
  readonly #folders = new Map<string, Folder>();
  readonly #unrecorded: UnrecordedFolders;
  readonly #readRules: () => Promise<IgnoreRules>;
  readonly #inTurn = turns();
  readonly #gaps = new Set<string>();
  readonly #missed = new MissedNames();
  #ignoredCount = 0;
  readonly #added: [string, TreeFile][] = [];
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
    this.#readRules = ignoreRules(root);
    this.#unrecorded = new UnrecordedFolders({ root, maxFolders: limits.unrecordedFolders, watchFolder });
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
    const partly = nameSome([...this.#unrecorded.partlyWatched].map((name) => `${name}/`));
    const gaps = [
      ...this.#gaps,
      ...(partly === '' ? [] : [`Not recorded, and not all of it is watched (ignored by git): ${partly}.`]),
    ];
    return gaps.length > 0 ? gaps.join(' ') : null;
  }

  /** Walks the workspace once. */
  start(): Promise<void> {
    return (this.#ready ??= this.#walk());
  }

  /** Call this for a change that `collect` has returned and that is not recorded. */
  noteMissed(name: string): void {
    this.#missed.addIgnored(name);
  }

  /** Returns sentences for the user about what was changed and is not recorded since the last call, or null. */
  takeMissed(): string | null {
    return this.#missed.takeSentences();
  }

  /** Returns the files that have become known since the last call because git no longer ignores their folder. */
  takeAdded(): [string, TreeFile][] {
    return this.#added.splice(0);
  }

  /** Returns when paths were reported since the last call, also those that are gone. */
  takeMoments(): ReadonlyMap<string, Moments> {
    return this.#reported.takeMoments();
  }

  /** Resolves when the folders in which nothing is recorded are watched, as far as they can be. */
  settle(): Promise<void> {
    return this.#unrecorded.settle();
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
    this.#unrecorded.close();
  }

  async #walk(): Promise<void> {
    const [rules, file] = await Promise.all([this.#readRules(), this.#stat('')]);
    if (file) await this.#enter('', { file, rules });
  }

  async #collect(): Promise<TreeChange[]> {
    await this.start();
    await this.#reported.drainEvents();
    const changes: Changes = new Map();
    for (const top of this.#unrecorded.takeTouched()) this.#missed.addIgnored(`${top}/`);
    for (let reported = this.#reported.takeAll(); reported.size > 0; reported = this.#reported.takeAll()) {
      const names = [...reported.keys()];
      await this.#followRules(names.some((name) => path.posix.basename(name) === '.gitignore'));
      await this.#updateAll(reported, changes);
    }
    await this.#followRules(false);
    await this.#updateOtherNames(changes);
    return [...changes.values()].filter(
      ({ before, after }) => before?.isFresh || before?.signature !== after?.signature,
    );
  }

  /** The system reports a change of a file by one of its names only. */
  async #updateOtherNames(changes: Changes): Promise<void> {
    const inodes = new Set<bigint>();
    for (const { before, after } of changes.values())
      for (const file of [before, after]) if (file?.kind === 'file' && file.names > 1) inodes.add(file.ino);
    if (inodes.size === 0) return;
    for (const [name, file] of [...this.#files]) {
      if (changes.has(name) || !inodes.has(file.ino)) continue;
      const found = await this.#readOr(this.#stat(name), null);
      if (found?.ino === file.ino && (file.isFresh || isWritten(file, found)))
        this.#updateFile(name, found, changes);
    }
  }

  async #updateAll(reported: ReadonlyMap<string, boolean>, changes: Changes): Promise<void> {
    const listings = new Map<string, Promise<ReadonlySet<string>>>();
    for (const [name, mustCompare] of reported) {
      const repository = this.#folders.get(parentOf(name));
      if (repository && path.posix.basename(name) === '.git')
        await this.#followGit(parentOf(name), repository, changes);
      if (isExcluded(path.posix.basename(name)) || this.#isUnrecorded(name)) continue;
      const isListed = !mustCompare || name === '' || (await this.#isListed(name, listings));
      const file = isListed ? await this.#readOr(this.#stat(name), null) : null;
      if (file === undefined || this.#isMissed(name, { file, mustCompare })) continue;
      await this.#update(name, { file, mustCompare }, changes);
    }
  }

  /** Notes whether the repository of a folder is there. What is in it is not recorded. */
  async #followGit(name: string, folder: Folder, changes: Changes | undefined): Promise<void> {
    const place = path.posix.join(name, '.git');
    const git = (await this.#readOr(statTreeFile(path.join(this.#root, place)), null))?.ino;
    if (changes && git !== folder.git) this.#missed.addGit(place);
    folder.git = git;
    folder.file.git = git;
  }

  /** Whether the path is in a folder that is not recorded, which is noted. */
  #isUnrecorded(name: string): boolean {
    for (let above = parentOf(name); above !== ''; above = parentOf(above)) {
      if (!this.#unrecorded.has(above)) continue;
      this.#missed.addIgnored(`${above}/`);
      return true;
    }
    return false;
  }

  /** Notes a change of a folder that is not recorded, or of a name that cannot be. Returns whether that is all. */
  #isMissed(name: string, { file, mustCompare }: { file: TreeFile | null; mustCompare: boolean }): boolean {
    const isKnown = this.#unrecorded.has(name);
    if (!isKnown && name.isWellFormed()) return false;
    const isFolder = file?.kind === 'folder';
    this.#missed.addIgnored(isFolder || isKnown ? `${name}/` : name);
    const unreadable = this.#folders.get(parentOf(name))?.unreadable;
    if (file && !isFolder && !isKnown) unreadable?.add(name);
    else unreadable?.delete(name);
    // It may be another folder now.
    if (mustCompare || !isFolder) this.#unrecorded.remove(name);
    return !file || (!isFolder && !name.isWellFormed());
  }

  /** A disk that ignores case finds a file also by names that its folder does not list. */
  async #isListed(name: string, listings: Map<string, Promise<ReadonlySet<string>>>): Promise<boolean> {
    const folder = parentOf(name);
    const read = async (): Promise<ReadonlySet<string>> =>
      new Set(await readNames(path.join(this.#root, folder)).catch(() => []));
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
    if (known) return this.#enter(name, { file, rules: known.rules }, changes);
    const parent = this.#folders.get(parentOf(name));
    if (parent) await this.#enterNew(name, { file, rules: parent.rules }, changes);
  }

  /** Adds a folder that was not known. `rules`: those of the folder that contains it. */
  async #enterNew(
    name: string,
    { file, rules }: { file: TreeFile; rules: IgnoreRules },
    changes?: Changes,
  ): Promise<void> {
    if (await this.#isRecorded(name, rules)) {
      const own = await rules.enter(path.posix.basename(name));
      return this.#enter(name, { file, rules: own }, changes);
    }
    if (changes && !this.#unrecorded.has(name)) this.#missed.addIgnored(`${name}/`);
    this.#unrecorded.add(name);
  }

  /** `rules`: those of the folder that contains this one. */
  async #isRecorded(folder: string, rules: IgnoreRules): Promise<boolean> {
    if (!folder.isWellFormed()) return false;
    const name = path.posix.basename(folder);
    if (!rules.ignores(name, true)) return true;
    if (isGeneratedFolder(name)) return false;
    const isInIgnored = this.#folders.get(parentOf(folder))?.file.isIgnored ?? false;
    const room = Math.min(this.#limits.ignoredInFolder, this.#limits.ignored - this.#ignoredCount);
    return isInIgnored || hasFewEntries(path.join(this.#root, folder), room);
  }

  /** Reads the ignore rules again, and applies them if they have changed. `isReported`: whether they surely have. */
  async #followRules(isReported: boolean): Promise<void> {
    const rules = await this.#readRules();
    const known = this.#folders.get('');
    if (known && (isReported || known.rules.version !== rules.version)) await this.#applyRules('', rules);
  }

  /** What becomes known or unknown by other rules has not changed. */
  async #applyRules(folder: string, rules: IgnoreRules): Promise<void> {
    const known = this.#folders.get(folder)!;
    known.rules = rules;
    for (const base of [...known.names]) {
      const name = path.posix.join(folder, base);
      const file = this.#files.get(name);
      if (file) this.#set(name, { ...file, isIgnored: rules.ignores(base, false) });
      const inner = this.#folders.get(name);
      if (!inner) continue;
      inner.file.isIgnored = rules.ignores(base, true);
      if (await this.#isRecorded(name, rules)) await this.#applyRules(name, await rules.enter(base));
      else {
        this.#leave(name);
        this.#unrecorded.add(name);
      }
    }
    for (const name of [...this.#unrecorded.names])
      if (parentOf(name) === folder && (await this.#isRecorded(name, rules)))
        await this.#enterAgain(name, rules);
  }

  /** Adds a folder that was not recorded. `rules`: those of the folder that contains it. */
  async #enterAgain(name: string, rules: IgnoreRules): Promise<void> {
    this.#unrecorded.remove(name);
    const file = await this.#readOr(this.#stat(name), null);
    if (file?.kind !== 'folder') return;
    const added: Changes = new Map();
    await this.#enter(name, { file, rules: await rules.enter(path.posix.basename(name)) }, added);
    for (const { path: one, after } of added.values()) if (after) this.#added.push([one, after]);
  }

  #updateFile(name: string, file: TreeFile | null, changes: Changes): void {
    this.#leave(name, changes);
    if (!file || this.#files.has(name) || this.#covers(name)) this.#set(name, file, changes);
  }

  /** Whether this path is in a watched folder, so that a file there belongs to the tree. */
  #covers(name: string): boolean {
    return this.#folders.has(parentOf(name));
  }

  /** Adds, replaces or (null) removes a file. */
  #set(name: string, after: TreeFile | null, changes?: Changes): void {
    const known = this.#files.get(name) ?? null;
    if (!known && (!after || !this.#hasRoom('files', this.#files.size))) return;
    if (!known?.isIgnored && after?.isIgnored && this.#ignoredCount >= this.#limits.ignored) {
      if (changes) this.#missed.addIgnored(name);
      return;
    }
    this.#ignoredCount += Number(after?.isIgnored ?? false) - Number(known?.isIgnored ?? false);
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
    file.git = folder.git;
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
    for (const name of [...this.#unrecorded.names]) {
      if (parentOf(name) !== folder) continue;
      if (changes) this.#missed.addIgnored(`${name}/`);
      this.#unrecorded.remove(name);
    }
    if (changes) for (const name of left.unreadable) this.#missed.addUnreadable(name);
    if (changes && left.git !== undefined) this.#missed.addGit(path.posix.join(folder, '.git'));
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
    const entered: Folder = {
      rules,
      names,
      file,
      unreadable: new Set(),
      git: known?.git,
      watcher: this.#reported.watch(folder),
    };
    this.#folders.set(folder, entered);
    if (changes && folder !== '') note(changes, { path: folder, before: known?.file ?? null, after: file });
    if (folder) this.#folders.get(parentOf(folder))?.names.add(path.posix.basename(folder));
    const entries = await this.#readOr(readNames(path.join(this.#root, folder)), []);
    if (!entries) return;
    const present = new Set(entries);
    if (entered.git !== undefined || present.has('.git')) await this.#followGit(folder, entered, changes);
    for (const name of known?.unreadable ?? [])
      if (changes && !present.has(path.posix.basename(name))) this.#missed.addUnreadable(name);
    for (const name of names) {
      if (present.has(name)) continue;
      this.#leave(path.posix.join(folder, name), changes);
      this.#set(path.posix.join(folder, name), null, changes);
    }
    for (const base of entries) {
      const name = path.posix.join(folder, base);
      if (isExcluded(base)) continue;
      const found = await this.#readOr(this.#stat(name), null);
      if (found?.kind === 'folder') {
        const inner = this.#folders.get(name);
        if (inner) await this.#enter(name, { file: found, rules: inner.rules }, changes);
        else await this.#enterNew(name, { file: found, rules }, changes);
      } else if (!name.isWellFormed()) {
        this.#folders.get(folder)?.unreadable.add(name);
        if (changes) this.#missed.addUnreadable(name);
      } else if (found !== undefined) {
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

  async #stat(name: string): Promise<TreeFile | null> {
    const file = await statTreeFile(bytesOfName(path.join(this.#root, name)));
    const rules = name === '' ? undefined : this.#folders.get(parentOf(name))?.rules;
    const isIgnored = rules?.ignores(path.posix.basename(name), file?.kind === 'folder') ?? false;
    return file && { ...file, isIgnored };
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

/** Whether more than the names of the file has changed. */
function isWritten(before: TreeFile, { size, mtimeNs, mode }: TreeFile): boolean {
  return before.size !== size || before.mtimeNs !== mtimeNs || before.mode !== mode;
}

/** Excludes git's own folder, the file that replaces it in a submodule, and files that are being saved. */
function isExcluded(name: string): boolean {
  return name === '.git' || isTemporary(name);
}

/** Reads a folder. Names that are not UTF-8 are as `nameFromBytes` makes them. */
async function readNames(folder: string): Promise<string[]> {
  return (await readdir(folder, { encoding: 'buffer' })).map(nameFromBytes);
}
