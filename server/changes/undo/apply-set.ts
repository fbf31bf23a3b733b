// Carries out the writes of an undo as a set. Files that move out of each other's way are lifted to temporary names,
// then what is in the way is removed, then the rest is written, and deletions come last: a deleted file may be the only
// copy on disk until the rest is written.
import type { Outcome } from '../../../shared/changes.ts';
import { errorText } from '../../../shared/error-text.ts';
import { onDisk } from '../../workspace/disk-error.ts';
import type { Root } from '../../workspace/inside.ts';
import { listedPath, nameOf } from '../../workspace/real-folder.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { ABSENT, isSameState, type FileState } from '../contents/file-state.ts';
import { readEntry } from '../contents/real-entry.ts';
import { applyFile, ChangedMeanwhile } from './apply-file.ts';
import { moveEntry, putAside } from './place-file.ts';
import { fold, isInTheWay, type SetWrite } from './order.ts';
import { NOT_WRITTEN, isBelow, isFolder, isThere } from './planned.ts';
import { makeFolders, removeFolder, setFolderMode } from './real-folders.ts';

export interface Result {
  outcome: Outcome;
  why?: string;
  /** Whether a write that failed has changed what is there. */
  isPartial?: true;
}

export class SetRun {
  readonly #root: Root;
  readonly #writes: readonly SetWrite[];
  readonly #byPath: ReadonlyMap<string, SetWrite>;
  readonly #results = new Map<string, Result>();
  /** Contents that could not be written. The last file that has one of them is not deleted. */
  readonly #missing: Set<string>;
  readonly #lifted = new Set<SetWrite>();
  /** The paths from which files were lifted. */
  readonly #left = new Set<string>();
  readonly #cleared = new Set<SetWrite>();

  /** `missing`: contents that are lost. */
  constructor(root: Root, writes: readonly SetWrite[], missing: Iterable<string> = []) {
    this.#root = root;
    this.#writes = writes;
    this.#byPath = new Map(writes.map((write) => [write.path, write]));
    this.#missing = new Set(missing);
  }

  /** Resolves to the outcome of each path, which was proved by reading it. */
  async run(): Promise<Map<string, Result>> {
    for (const write of this.#writes)
      if (write.lift !== undefined) await this.#try(write, () => this.#lift(write));
    await this.#clear();
    const made = this.#writes.filter(({ after }) => isThere(after.state));
    for (const write of byDepth(made))
      if (!this.#results.has(write.path)) await this.#try(write, () => this.#build(write));
    for (const write of this.#lifted) await this.#putBack(write);
    for (const write of this.#writes)
      if (!isThere(write.after.state) && !isFolder(write.before)) await this.#delete(write);
    await this.#finishFolders();
    await this.#prove();
    return this.#results;
  }

  async #lift(write: SetWrite): Promise<void> {
    const expected = this.#byPath.get(write.from!)?.before ?? write.after.state;
    await moveEntry(this.#root, { from: write.from!, to: write.lift!, expected });
    this.#lifted.add(write);
    this.#left.add(write.from!);
  }

  /** Removes what is in the way of a write that can still succeed. */
  async #clear(): Promise<void> {
    const needed = this.#writes.filter(({ path }) => !this.#results.has(path));
    const inTheWay = this.#writes.filter((other) => needed.some((write) => isInTheWay(other, write)));
    const folders = inTheWay.filter(({ before }) => isFolder(before));
    const isInside = ({ path }: SetWrite): boolean => folders.some((folder) => isBelow(path, folder.path));
    const inside = this.#writes.filter((write) => !isThere(write.after.state) && isInside(write));
    const all = [...new Set([...inTheWay, ...inside])].filter(({ path }) => !this.#moverOf(path));
    for (const write of all.filter(({ before }) => isThere(before) && !isFolder(before)))
      await this.#tryClear(write, () =>
        applyFile(this.#root, { ...write, expected: write.before, target: { state: ABSENT } }),
      );
    for (const write of byDepth(all)
      .reverse()
      .filter(({ before }) => isFolder(before)))
      await this.#tryClear(write, async () => {
        if (!(await removeFolder(this.#root, write.path))) throw new ChangedMeanwhile();
      });
  }

  /** The write that moves the file of this path elsewhere. */
  #moverOf(path: string): SetWrite | undefined {
    return this.#writes.find(({ from }) => from === path);
  }

  async #tryClear(write: SetWrite, work: () => Promise<void>): Promise<void> {
    await this.#try(write, async () => {
      await work();
      this.#cleared.add(write);
      if (!isThere(write.after.state)) this.#results.set(write.path, { outcome: 'deleted' });
    });
  }

  async #build(write: SetWrite): Promise<void> {
    const { path, before, after, from } = write;
    await makeFolders(this.#root, isFolder(after.state) ? path : parentOf(path), (folder) =>
      this.#isLeaving(folder),
    );
    if (!isFolder(after.state)) {
      const isGone = this.#cleared.has(write) || this.#left.has(path);
      // Its own content would be lost.
      if (!isGone && this.#moverOf(path)) throw new ChangedMeanwhile();
      if (from !== undefined) await this.#place(write);
      const known = isGone ? ABSENT : await this.#writtenState(path, before);
      const expected = from !== undefined ? this.#stateOf(from, after.state) : known;
      const now = await readEntry(this.#root, path);
      if (!isSameState(now.state, after.state))
        await applyFile(this.#root, { path, expected, target: after, isReplaced: write.isReplaced });
    }
    this.#results.set(path, { outcome: 'restored' });
  }

  async #place(write: SetWrite): Promise<void> {
    const { path, from, lift, after } = write;
    const expected = this.#stateOf(from!, after.state);
    // On a disk that ignores case, its folder may have got its old name back, with the file in it.
    const now = await readEntry(this.#root, path);
    const isPlaced = !this.#lifted.has(write) && isSameState(now.state, expected);
    const source = this.#lifted.has(write) ? lift! : await this.#listed(from!);
    if (!isPlaced) await moveEntry(this.#root, { from: source, to: path, expected });
    this.#lifted.delete(write);
  }

  /** On a disk that ignores case, a folder of the path may have got its old name back. */
  async #listed(path: string): Promise<string> {
    const { state } = await readEntry(this.#root, path);
    return isThere(state) ? path : ((await listedPath(this.#root, path)) ?? path);
  }

  #stateOf(path: string, otherwise: FileState): FileState {
    return this.#byPath.get(path)?.before ?? otherwise;
  }

  /** Whether the folder that is listed at this path leaves. Those above it may have got their old spelling back. */
  #isLeaving(path: string): boolean {
    return this.#writes.some(
      (write) =>
        isFolder(write.before) &&
        !isThere(write.after.state) &&
        nameOf(write.path) === nameOf(path) &&
        fold(write.path) === fold(path),
    );
  }

  /** Puts a lifted file that could not be placed where it came from. */
  async #putBack({ path, from, lift }: SetWrite): Promise<void> {
    const expected = this.#byPath.get(from!)!.before;
    try {
      await makeFolders(this.#root, parentOf(from!), () => false);
      await moveEntry(this.#root, { from: lift!, to: from!, expected });
    } catch {
      const kept = await putAside(this.#root, { lift: lift!, from: from!, expected }).catch(() => lift!);
      this.#results.set(path, {
        outcome: 'failed',
        why: `Its content is in ${JSON.stringify(kept)}, because its own path is taken.`,
      });
    }
  }

  async #delete(write: SetWrite): Promise<void> {
    const { path, before } = write;
    if (this.#results.has(path)) return;
    const mover = this.#moverOf(path);
    if (mover) {
      const moved = this.#results.get(mover.path)!;
      this.#results.set(path, moved.outcome === 'restored' ? { outcome: 'deleted' } : moved);
      if (moved.outcome === 'restored') return;
    } else if (before.kind === 'file' && this.#missing.has(before.hash))
      this.#results.set(path, {
        outcome: 'failed',
        why: NOT_WRITTEN,
      });
    else
      await this.#try(write, async () => {
        const listed = await this.#listed(path);
        if (!this.#isMade(listed)) {
          const expected = await this.#writtenState(listed, before);
          await applyFile(this.#root, { path: listed, expected, target: { state: ABSENT } });
        }
        this.#results.set(path, { outcome: 'deleted' });
      });
  }

  /** Whether the undo has put something at this path. */
  #isMade(path: string): boolean {
    const write = this.#byPath.get(path);
    return write !== undefined && isThere(write.after.state);
  }

  /** Returns the state of a file that was written in place under another of its names; otherwise the `known` one. */
  async #writtenState(path: string, known: FileState): Promise<FileState> {
    const { state, identity } = await readEntry(this.#root, path);
    if (isSameState(state, known) || identity === undefined) return known;
    for (const { path: other, after } of this.#writes) {
      const isWritten = this.#results.get(other)?.outcome === 'restored' && isSameState(after.state, state);
      if (isWritten && (await readEntry(this.#root, other)).identity === identity) return state;
    }
    return known;
  }

  /** A folder is removed if it is empty. Modes are set last, because a folder may not be writable with its own. */
  async #finishFolders(): Promise<void> {
    for (const write of byDepth(this.#writes).reverse()) {
      const { path, before, after } = write;
      const { state } = after;
      if (state.kind === 'folder') {
        if (this.#results.get(path)?.outcome === 'restored')
          await this.#try(write, () => setFolderMode(this.#root, path, state.mode));
      } else if (isFolder(before) && !isThere(state) && !this.#results.has(path))
        await this.#try(write, async () => {
          const listed = await this.#listed(path);
          const isGone = this.#isMade(listed) || (await removeFolder(this.#root, listed));
          this.#results.set(
            path,
            isGone ? { outcome: 'deleted' } : { outcome: 'changed', why: 'It is not empty.' },
          );
        });
    }
  }

  /** A later write may have changed a file under another of its names, and a failed one may have done a part. */
  async #prove(): Promise<void> {
    for (const { path, before, after } of this.#writes) {
      const result = this.#results.get(path)!;
      const { outcome } = result;
      // A path that cannot be read is reported as failed in any case.
      if (outcome === 'failed' && (await this.#isOther(path, before).catch(() => false)))
        this.#results.set(path, { ...result, isPartial: true });
      if (outcome !== 'restored' && outcome !== 'deleted') continue;
      if (await this.#isOther(path, after.state))
        this.#results.set(path, { outcome: 'changed', why: new ChangedMeanwhile().message });
    }
  }

  async #isOther(path: string, expected: FileState): Promise<boolean> {
    return !isSameState((await readEntry(this.#root, path)).state, expected);
  }

  async #try(write: SetWrite, work: () => Promise<void>): Promise<void> {
    try {
      await onDisk(write.path, work);
    } catch (error) {
      const { state } = write.after;
      if (state.kind === 'file') this.#missing.add(state.hash);
      const outcome = error instanceof ChangedMeanwhile ? 'changed' : 'failed';
      this.#results.set(write.path, { outcome, why: errorText(error) });
    }
  }
}

function byDepth<T extends { path: string }>(writes: readonly T[]): T[] {
  return writes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
