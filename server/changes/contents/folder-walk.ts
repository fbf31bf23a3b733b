// Enters the folders of a workspace that are recorded, and reads and watches everything in them. Of ignored folders, those
// of dependencies and builds and those with very many files are left out.
import path from 'node:path';
import { ignoreRules, type IgnoreRules } from '../../workspace/ignore-rules.ts';
import { isTemporary } from '../../workspace/temporary-name.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { hasFewEntries, isGeneratedFolder } from './generated-folders.ts';
import type { KnownEntries, KnownFolder, TreeChanges } from './known-entries.ts';
import type { ReportedPaths } from './reported-paths.ts';
import type { TreeFile } from './tree-file.ts';
import type { TreeReader } from './tree-reader.ts';

interface FolderWalkOptions {
  root: string;
  known: KnownEntries;
  reader: TreeReader;
  reported: Pick<ReportedPaths, 'watch'>;
}

export class FolderWalk {
  readonly #root: string;
  readonly #known: KnownEntries;
  readonly #reader: TreeReader;
  readonly #reported: Pick<ReportedPaths, 'watch'>;
  readonly #readRules: () => Promise<IgnoreRules>;
  /** Whether a folder has appeared, so that what happened in it before it was watched is not known. */
  #hasNewFolder = false;
  readonly #added: [string, TreeFile][] = [];
  #isClosed = false;

  constructor({ root, known, reader, reported }: FolderWalkOptions) {
    this.#root = root;
    this.#known = known;
    this.#reader = reader;
    this.#reported = reported;
    this.#readRules = ignoreRules(root);
  }

  /** Enters the whole workspace. */
  async start(): Promise<void> {
    const [rules, file] = await Promise.all([this.#readRules(), this.#reader.file('')]);
    if (file) await this.enter('', { file, rules });
  }

  /** Returns the files that have become known since the last call because git no longer ignores their folder. */
  takeAdded(): [string, TreeFile][] {
    return this.#added.splice(0);
  }

  /** Returns whether a folder has appeared since the last call. */
  takeHasNewFolder(): boolean {
    const hasNew = this.#hasNewFolder;
    this.#hasNewFolder = false;
    return hasNew;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Notes whether the repository of a folder is there. What is in it is not recorded. */
  async followGit(name: string, folder: KnownFolder, changes: TreeChanges | undefined): Promise<void> {
    const place = path.posix.join(name, '.git');
    const git = await this.#reader.inode(place);
    if (changes && git !== folder.git) this.#known.missed.addGit(place);
    folder.git = git;
    folder.file.git = git;
  }

  /** Adds a folder that was not known. `rules`: those of the folder that contains it. */
  async enterNew(
    name: string,
    { file, rules }: { file: TreeFile; rules: IgnoreRules },
    changes?: TreeChanges,
  ): Promise<void> {
    if (changes) this.#hasNewFolder = true;
    if (await this.#isRecorded(name, rules)) {
      const own = await rules.enter(path.posix.basename(name));
      return this.enter(name, { file, rules: own }, changes);
    }
    if (changes && !this.#known.unrecorded.has(name)) this.#known.missed.addIgnored(`${name}/`);
    this.#known.unrecorded.add(name);
  }

  /** Reads the ignore rules again, and applies them if they have changed. `isReported`: whether they surely have. */
  async followRules(isReported: boolean): Promise<void> {
    const rules = await this.#readRules();
    const known = this.#known.folders.get('');
    if (known && (isReported || known.rules.version !== rules.version)) await this.#applyRules('', rules);
  }

  /**
   * Adds a folder with everything in it, or compares a known one with the disk. Watches it before reading it, so that
   * nothing in between is missed.
   */
  async enter(
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
    if (entered.git !== undefined || present.has('.git')) await this.followGit(folder, entered, changes);
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
        if (inner) await this.enter(name, { file: found, rules: inner.rules }, changes);
        else await this.enterNew(name, { file: found, rules }, changes);
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

  /** `rules`: those of the folder that contains this one. */
  async #isRecorded(folder: string, rules: IgnoreRules): Promise<boolean> {
    if (!folder.isWellFormed()) return false;
    const name = path.posix.basename(folder);
    if (!rules.ignores(name, true)) return true;
    if (isGeneratedFolder(name)) return false;
    const isInIgnored = this.#known.folders.get(parentOf(folder))?.file.isIgnored ?? false;
    return isInIgnored || hasFewEntries(path.join(this.#root, folder), this.#known.roomForIgnored);
  }

  /** A file that other rules make known or unknown has not changed. */
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
    await this.enter(name, { file, rules: await rules.enter(path.posix.basename(name)) }, added);
    for (const { path: one, after } of added.values()) if (after) this.#added.push([one, after]);
  }
}

/** Excludes git's own folder, the file that replaces it in a submodule, and files that are being saved. */
export function isExcluded(name: string): boolean {
  return name === '.git' || isTemporary(name);
}
