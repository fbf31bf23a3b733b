// Knows the size and times of every file in a workspace. One watch per folder keeps them current, so after a command
// only the reported files are checked, even in a huge workspace. Contents are not read. Of ignored folders, those of
// dependencies and builds and those with very many files are left out.
import path from 'node:path';
import { turns } from '../../lib/turns.ts';
import { ignoreRules, type IgnoreRules } from '../../workspace/ignore-rules.ts';
import { isTemporary } from '../../workspace/temporary-name.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { hasFewEntries, isGeneratedFolder } from './generated-folders.ts';
import {
  KnownEntries,
  TREE_LIMITS,
  type KnownFolder,
  type TreeChange,
  type TreeChanges,
} from './known-entries.ts';
import { findOtherNames, isWritten } from './other-names.ts';
import { ReportedPaths, type Moments, type WatchFolder } from './reported-paths.ts';
import type { TreeFile } from './tree-file.ts';
import { TreeReader } from './tree-reader.ts';
import { UnrecordedFolders } from './unrecorded-folders.ts';

export class WorkspaceTree {
  readonly #root: string;
  readonly #reported: ReportedPaths;
  readonly #known: KnownEntries;
  readonly #reader: TreeReader;
  readonly #readRules: () => Promise<IgnoreRules>;
  readonly #inTurn = turns();
  /** Whether a folder has appeared, so that what happened in it before it was watched is not known. */
  #hasNewFolder = false;
  readonly #added: [string, TreeFile][] = [];
  #isClosed = false;
  #ready: Promise<void> | null = null;

  /** `root`: absolute, without links. */
  constructor(root: string, limits = TREE_LIMITS, watchFolder?: WatchFolder) {
    this.#root = root;
    this.#readRules = ignoreRules(root);
    const unrecorded = new UnrecordedFolders({ root, maxFolders: limits.unrecordedFolders, watchFolder });
    this.#known = new KnownEntries(unrecorded, limits);
    this.#reader = new TreeReader(root, this.#known);
    this.#reported = new ReportedPaths({
      root,
      maxEvents: limits.events,
      watchFolder,
      onLimit: (code) =>
        this.#known.gaps.add(
          `The system allows no more file watches (${code}): some changes that commands make are not recorded.`,
        ),
    });
  }

  get files(): ReadonlyMap<string, TreeFile> {
    return this.#known.files;
  }

  /** Which changes will not be noticed, in words for the user, or null if all will be. */
  get coverageGap(): string | null {
    return this.#known.coverageGap;
  }

  /** Walks the workspace once. */
  start(): Promise<void> {
    return (this.#ready ??= this.#walk());
  }

  /** Call this for a change that `collect` has returned and that is not recorded. */
  noteMissed(name: string): void {
    this.#known.missed.addIgnored(name);
  }

  /** Returns sentences for the user about what was changed and is not recorded since the last call, or null. */
  takeMissed(): string | null {
    return this.#known.missed.takeSentences();
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
    return this.#known.unrecorded.settle();
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
      const isKnown = this.#known.files.has(name);
      if (!isKnown && !this.#known.covers(name)) return;
      const file = await this.#reader.file(name);
      if (file && file.kind !== 'folder' && file.signature === signature) this.#known.set(name, file);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { watcher } of this.#known.folders.values()) watcher?.close();
    this.#known.unrecorded.close();
  }

  async #walk(): Promise<void> {
    const [rules, file] = await Promise.all([this.#readRules(), this.#reader.file('')]);
    if (file) await this.#enter('', { file, rules });
  }

  async #collect(): Promise<TreeChange[]> {
    await this.start();
    await this.#reported.drainEvents();
    const changes: TreeChanges = new Map();
    for (const top of this.#known.unrecorded.takeTouched()) this.#known.missed.addIgnored(`${top}/`);
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
  async #updateOtherNames(changes: TreeChanges): Promise<void> {
    const isAny = this.#reported.takeMayHide() || this.#hasNewFolder;
    this.#hasNewFolder = false;
    for (const [name, file] of await findOtherNames(this.#known.files, {
      root: this.#root,
      changes,
      isAny,
    })) {
      const found = await this.#reader.file(name);
      // A report of another file in its place is still to come.
      if (found?.kind !== 'file' || found.ino !== file.ino) continue;
      if (file.isFresh || isWritten(file, found)) this.#updateFile(name, found, changes);
      else file.names = found.names;
    }
  }

  async #updateAll(reported: ReadonlyMap<string, boolean>, changes: TreeChanges): Promise<void> {
    const isListed = this.#reader.listings();
    for (const [name, mustCompare] of reported) {
      const repository = this.#known.folders.get(parentOf(name));
      if (repository && path.posix.basename(name) === '.git')
        await this.#followGit(parentOf(name), repository, changes);
      if (isExcluded(path.posix.basename(name)) || this.#isUnrecorded(name)) continue;
      // A disk that ignores case finds a file also by names that its folder does not list.
      const isThere = !mustCompare || name === '' || (await isListed(name));
      const file = isThere ? await this.#reader.file(name) : null;
      if (file === undefined || this.#isMissed(name, { file, mustCompare })) continue;
      await this.#update(name, { file, mustCompare }, changes);
    }
  }

  /** Notes whether the repository of a folder is there. What is in it is not recorded. */
  async #followGit(name: string, folder: KnownFolder, changes: TreeChanges | undefined): Promise<void> {
    const place = path.posix.join(name, '.git');
    const git = await this.#reader.inode(place);
    if (changes && git !== folder.git) this.#known.missed.addGit(place);
    folder.git = git;
    folder.file.git = git;
  }

  /** Whether the path is in a folder that is not recorded, which is noted. */
  #isUnrecorded(name: string): boolean {
    for (let above = parentOf(name); above !== ''; above = parentOf(above)) {
      if (!this.#known.unrecorded.has(above)) continue;
      this.#known.missed.addIgnored(`${above}/`);
      return true;
    }
    return false;
  }

  /** Notes a change of a folder that is not recorded, or of a name that cannot be. Returns whether that is all. */
  #isMissed(name: string, { file, mustCompare }: { file: TreeFile | null; mustCompare: boolean }): boolean {
    const isKnown = this.#known.unrecorded.has(name);
    if (!isKnown && name.isWellFormed()) return false;
    const isFolder = file?.kind === 'folder';
    this.#known.missed.addIgnored(isFolder || isKnown ? `${name}/` : name);
    const unreadable = this.#known.folders.get(parentOf(name))?.unreadable;
    if (file && !isFolder && !isKnown) unreadable?.add(name);
    else unreadable?.delete(name);
    // It may be another folder now.
    if (mustCompare || !isFolder) this.#known.unrecorded.remove(name);
    return !file || (!isFolder && !name.isWellFormed());
  }

  async #update(
    name: string,
    { file, mustCompare }: { file: TreeFile | null; mustCompare: boolean },
    changes: TreeChanges,
  ): Promise<void> {
    if (file?.kind !== 'folder') return this.#updateFile(name, file, changes);
    const known = this.#known.folders.get(name);
    if (known && !mustCompare) return this.#known.setFolder(name, known, { file, changes });
    if (known) return this.#enter(name, { file, rules: known.rules }, changes);
    const parent = this.#known.folders.get(parentOf(name));
    if (parent) await this.#enterNew(name, { file, rules: parent.rules }, changes);
  }

  /** Adds a folder that was not known. `rules`: those of the folder that contains it. */
  async #enterNew(
    name: string,
    { file, rules }: { file: TreeFile; rules: IgnoreRules },
    changes?: TreeChanges,
  ): Promise<void> {
    if (changes) this.#hasNewFolder = true;
    if (await this.#isRecorded(name, rules)) {
      const own = await rules.enter(path.posix.basename(name));
      return this.#enter(name, { file, rules: own }, changes);
    }
    if (changes && !this.#known.unrecorded.has(name)) this.#known.missed.addIgnored(`${name}/`);
    this.#known.unrecorded.add(name);
  }

  /** `rules`: those of the folder that contains this one. */
  async #isRecorded(folder: string, rules: IgnoreRules): Promise<boolean> {
    if (!folder.isWellFormed()) return false;
    const name = path.posix.basename(folder);
    if (!rules.ignores(name, true)) return true;
    if (isGeneratedFolder(name)) return false;
    const isInIgnored = this.#known.folders.get(parentOf(folder))?.file.isIgnored ?? false;
    return isInIgnored || hasFewEntries(path.join(this.#root, folder), this.#known.roomForIgnored);
  }

  /** Reads the ignore rules again, and applies them if they have changed. `isReported`: whether they surely have. */
  async #followRules(isReported: boolean): Promise<void> {
    const rules = await this.#readRules();
    const known = this.#known.folders.get('');
    if (known && (isReported || known.rules.version !== rules.version)) await this.#applyRules('', rules);
  }

  /** What becomes known or unknown by other rules has not changed. */
  async #applyRules(folder: string, rules: IgnoreRules): Promise<void> {
    const known = this.#known.folders.get(folder)!;
    known.rules = rules;
    for (const base of [...known.names]) {
      const name = path.posix.join(folder, base);
      const file = this.#known.files.get(name);
      if (file) this.#known.set(name, { ...file, isIgnored: rules.ignores(base, false) });
      const inner = this.#known.folders.get(name);
      if (!inner) continue;
      inner.file.isIgnored = rules.ignores(base, true);
      if (await this.#isRecorded(name, rules)) await this.#applyRules(name, await rules.enter(base));
      else {
        this.#known.leave(name);
        this.#known.unrecorded.add(name);
      }
    }
    for (const name of [...this.#known.unrecorded.names])
      if (parentOf(name) === folder && (await this.#isRecorded(name, rules)))
        await this.#enterAgain(name, rules);
  }

  /** Adds a folder that was not recorded. `rules`: those of the folder that contains it. */
  async #enterAgain(name: string, rules: IgnoreRules): Promise<void> {
    this.#known.unrecorded.remove(name);
    const file = await this.#reader.file(name);
    if (file?.kind !== 'folder') return;
    const added: TreeChanges = new Map();
    await this.#enter(name, { file, rules: await rules.enter(path.posix.basename(name)) }, added);
    for (const { path: one, after } of added.values()) if (after) this.#added.push([one, after]);
  }

  #updateFile(name: string, file: TreeFile | null, changes: TreeChanges): void {
    this.#known.leave(name, changes);
    if (!file || this.#known.files.has(name) || this.#known.covers(name))
      this.#known.set(name, file, changes);
  }

  /**
   * Adds a folder with everything in it, or compares a known one with the disk. Watches it before reading it, so that
   * nothing in between is missed.
   */
  async #enter(
    folder: string,
    { file, rules }: { file: TreeFile; rules: IgnoreRules },
    changes?: TreeChanges,
  ): Promise<void> {
    if (this.#isClosed) return;
    const known = this.#known.folders.get(folder);
    if (!known && !this.#known.takesFolder()) return;
    known?.watcher?.close();
    const names = known?.names ?? new Set<string>();
    const entered: KnownFolder = {
      rules,
      names,
      file,
      unreadable: new Set(),
      git: known?.git,
      watcher: this.#reported.watch(folder),
    };
    this.#known.addFolder(folder, { folder: entered, known }, changes);
    const entries = await this.#reader.names(folder);
    if (!entries) return;
    const present = new Set(entries);
    if (entered.git !== undefined || present.has('.git')) await this.#followGit(folder, entered, changes);
    for (const name of known?.unreadable ?? [])
      if (changes && !present.has(path.posix.basename(name))) this.#known.missed.addUnreadable(name);
    for (const name of names) {
      if (!present.has(name)) this.#known.remove(path.posix.join(folder, name), changes);
    }
    for (const base of entries) {
      const name = path.posix.join(folder, base);
      if (isExcluded(base)) continue;
      const found = await this.#reader.file(name);
      if (found?.kind === 'folder') {
        const inner = this.#known.folders.get(name);
        if (inner) await this.#enter(name, { file: found, rules: inner.rules }, changes);
        else await this.#enterNew(name, { file: found, rules }, changes);
      } else if (!name.isWellFormed()) {
        this.#known.folders.get(folder)?.unreadable.add(name);
        if (changes) this.#known.missed.addUnreadable(name);
      } else if (found !== undefined) {
        this.#known.leave(name, changes);
        this.#known.set(name, found, changes);
      }
      if (this.#known.isFullOfFiles && !known) return;
    }
  }
}

/** Excludes git's own folder, the file that replaces it in a submodule, and files that are being saved. */
function isExcluded(name: string): boolean {
  return name === '.git' || isTemporary(name);
}
