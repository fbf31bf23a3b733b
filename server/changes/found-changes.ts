// The files of a workspace that have changed on disk, whoever changed them, with their contents before and after. Runs
// where the files are.
import path from 'node:path';
import type { BlobStore } from './contents/blob-store.ts';
import { readState, unknown, type FileState, type ReadState } from './contents/file-state.ts';
import type { TreeFile } from './contents/tree-file.ts';
import type { Moments, WatchFolder } from './contents/reported-paths.ts';
import { TREE_LIMITS, type TreeChange } from './contents/known-entries.ts';
import { WorkspaceTree } from './contents/workspace-tree.ts';
import { findDoubts } from './journal/doubts.ts';
import type { Changed } from './journal/journal.ts';
import { followMoves, type FoundChange } from './journal/moved-files.ts';
import { OldContents } from './old-contents.ts';

/** The largest content that is kept of a file that git ignores. */
const MAX_IGNORED = 256 * 1024;

/** The state of a file. `mark` identifies it even if its content is unknown, because it differs after every change. */
export interface Marked {
  state: FileState;
  mark: string;
}

/** The command after which the changes are collected, if it may not have made all of them. */
export interface DoubtedCommand {
  /** What the tool was asked to run. */
  text: string;
  /** Whether it took so long that the user may have written meanwhile. */
  isLong: boolean;
}

export interface FoundChangesOptions {
  store: BlobStore;
  /** The most files whose contents are read at once. More would take long, for instance after a checkout. */
  maxFiles: number;
  /** Whether the change of a file that is read may still be found. */
  isOpen: () => boolean;
  watchFolder?: WatchFolder;
}

export interface Found {
  files: Changed[];
  /** What is not recorded, as sentences for the user. */
  gaps: string[];
}

export class FoundChanges {
  readonly tree: WorkspaceTree;
  readonly #workspace: string;
  readonly #options: FoundChangesOptions;
  readonly #old: OldContents;
  #warm: Promise<void> | null = null;

  /** `workspace`: absolute, without links. */
  constructor(workspace: string, options: FoundChangesOptions) {
    this.#workspace = workspace;
    this.#options = options;
    this.tree = new WorkspaceTree(workspace, TREE_LIMITS, options.watchFolder);
    this.#old = new OldContents(workspace, options.store);
  }

  /** Reads the workspace once. */
  warm(): Promise<void> {
    return (this.#warm ??= this.#start());
  }

  async #start(): Promise<void> {
    await Promise.all([this.tree.start(), this.#old.refresh()]);
    const files = [...this.tree.files];
    const ignored = files.filter(([, file]) => file.isIgnored);
    await this.#old.copy([...files.filter(([, file]) => !file.isIgnored), ...ignored]);
  }

  /** Reads git's index again. Call this before a command. */
  refresh(): Promise<void> {
    return this.#old.refresh();
  }

  /** Forgets what has changed by now, because it is recorded elsewhere or nobody's. */
  async skip(): Promise<void> {
    await this.#copy(await this.tree.collect());
    // Somebody else has changed these.
    this.tree.takeMissed();
    this.tree.takeMoments();
  }

  /** Something else has changed these files, so their current contents are copied. */
  async #copy(outside: readonly TreeChange[]): Promise<void> {
    const changed = outside.flatMap(({ path: name, after }) => (after ? [[name, after] as const] : []));
    await this.#old.copy([...changed, ...this.tree.takeAdded()]);
  }

  /**
   * Returns what has changed since the last call, and stores the contents. `from`: what moved before is not a move of
   * this command. `isOurs`: whether a change is one of those that are recorded, by when its path was reported.
   */
  async take({
    from,
    doubted,
    isOurs = () => true,
  }: {
    from: number;
    doubted?: DoubtedCommand;
    isOurs?: (change: TreeChange, moments: Moments | undefined) => boolean;
  }): Promise<Found> {
    const all = await this.tree.collect();
    const moments = this.tree.takeMoments();
    const { ours: collected = [], others = [] } = Object.groupBy(all, (change) =>
      isOurs(change, moments.get(change.path)) ? 'ours' : 'others',
    );
    await this.#copy(others);
    const small = collected.filter((change) => !isLargeIgnored(change));
    for (const change of collected) if (isLargeIgnored(change)) this.tree.noteMissed(change.path);
    const changes = small.slice(0, this.#options.maxFiles);
    const before = await this.#old.statesBefore(changes);
    const doubts = doubted
      ? findDoubts(
          changes.map((change) => ({ path: change.path, isOld: change.before !== null })),
          { ...doubted, workspace: this.#workspace, moments },
        )
      : null;
    const found: FoundChange[] = [];
    for (const change of changes) {
      const record = await this.#describe(change, before.get(change.path)!);
      const doubt = doubts?.get(change.path);
      found.push({ change, record: { ...record, ...(doubt && { doubt }) } });
    }
    // A change that was recorded just before may be found a second time.
    const files = followMoves(found, from).filter((file) => !isSameRecord(file.before, file.after));
    const missed = small.length - changes.length;
    const gaps = [
      ...(missed > 0 ? [`A command changed ${missed} more files than are recorded.`] : []),
      this.tree.takeMissed() ?? [],
    ].flat();
    return { files, gaps };
  }

  async #describe({ path: name, before: file, after }: TreeChange, before: FileState): Promise<Changed> {
    const now: FileState = !after
      ? { kind: 'absent' }
      : isTooLarge(after)
        ? unknown('git ignores it, and it is too large to be recorded.')
        : (await this.read(name)).state;
    const isReplaced = file !== null && after !== null && file.ino !== after.ino;
    return { path: name, before, after: now, ...(isReplaced && { isReplaced }), isFound: true };
  }

  /** Reads a file and stores its content. */
  async read(name: string): Promise<Marked> {
    const { state, bytes, signature }: ReadState = await readState(path.resolve(this.#workspace, name));
    const mark = state.kind === 'unknown' ? (signature ?? state.why) : JSON.stringify(state);
    if (!bytes || state.kind !== 'file') return { state, mark };
    try {
      await this.#options.store.put(bytes, { hash: state.hash });
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? 'no reason given';
      return { state: unknown(`Its content could not be stored (${why}).`), mark };
    }
    this.#old.noteStored(name, signature!, state.hash);
    // This is not awaited, because a tool must not wait for a walk of the whole tree.
    if (!this.#options.isOpen()) void this.tree.noteRecorded(name, signature!);
    return { state, mark };
  }

  close(): void {
    this.tree.close();
  }
}

function isTooLarge(file: TreeFile): boolean {
  return file.kind === 'file' && file.isIgnored === true && file.size > MAX_IGNORED;
}

/** Whether neither state of an ignored file can be recorded. */
function isLargeIgnored({ before, after }: TreeChange): boolean {
  return after !== null && isTooLarge(after) && (before === null || isTooLarge(before));
}

function isSameRecord(before: FileState, after: FileState): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
