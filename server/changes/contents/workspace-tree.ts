// Knows the size and times of every file in a workspace. One watch per folder keeps them current, so after a command
// only the reported files are checked, even in a huge workspace. Contents are not read.
import path from 'node:path';
import { turns } from '../../lib/turns.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { FolderWalk, isExcluded } from './folder-walk.ts';
import { KnownEntries, TREE_LIMITS, type TreeChange, type TreeChanges } from './known-entries.ts';
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
  readonly #walk: FolderWalk;
  readonly #inTurn = turns();
  #ready: Promise<void> | null = null;

  /** `root`: absolute, without links. */
  constructor(root: string, limits = TREE_LIMITS, watchFolder?: WatchFolder) {
    this.#root = root;
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
    this.#walk = new FolderWalk({ root, known: this.#known, reader: this.#reader, reported: this.#reported });
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
    return (this.#ready ??= this.#walk.start());
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
    return this.#walk.takeAdded();
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
    this.#walk.close();
    for (const { watcher } of this.#known.folders.values()) watcher?.close();
    this.#known.unrecorded.close();
  }

  async #collect(): Promise<TreeChange[]> {
    await this.start();
    await this.#reported.drainEvents();
    const changes: TreeChanges = new Map();
    for (const top of this.#known.unrecorded.takeTouched()) this.#known.missed.addIgnored(`${top}/`);
    for (let reported = this.#reported.takeAll(); reported.size > 0; reported = this.#reported.takeAll()) {
      const names = [...reported.keys()];
      await this.#walk.followRules(names.some((name) => path.posix.basename(name) === '.gitignore'));
      await this.#updateAll(reported, changes);
    }
    await this.#walk.followRules(false);
    await this.#updateOtherNames(changes);
    return [...changes.values()].filter(
      ({ before, after }) => before?.isFresh || before?.signature !== after?.signature,
    );
  }

  /** The system reports a change of a file by one of its names only. */
  async #updateOtherNames(changes: TreeChanges): Promise<void> {
    const hasNewFolder = this.#walk.takeHasNewFolder();
    const isAny = this.#reported.takeMayHide() || hasNewFolder;
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
        await this.#walk.followGit(parentOf(name), repository, changes);
      if (isExcluded(path.posix.basename(name)) || this.#isUnrecorded(name)) continue;
      // A disk that ignores case finds a file also by names that its folder does not list.
      const isThere = !mustCompare || name === '' || (await isListed(name));
      const file = isThere ? await this.#reader.file(name) : null;
      if (file === undefined || this.#isMissed(name, { file, mustCompare })) continue;
      await this.#update(name, { file, mustCompare }, changes);
    }
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
    if (known) return this.#walk.enter(name, { file, rules: known.rules }, changes);
    const parent = this.#known.folders.get(parentOf(name));
    if (parent) await this.#walk.enterNew(name, { file, rules: parent.rules }, changes);
  }

  #updateFile(name: string, file: TreeFile | null, changes: TreeChanges): void {
    this.#known.leave(name, changes);
    if (!file || this.#known.files.has(name) || this.#known.covers(name))
      this.#known.set(name, file, changes);
  }
}
