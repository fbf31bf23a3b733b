// Carries out plans. Everything is checked before the first file is written, and every undo is in the journal before it
// begins, so that an interrupted one can be finished.
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome, PlanResult } from '../../../shared/changes.ts';
import { errorText } from '../../../shared/error-text.ts';
import { isWritten } from '../../../shared/plan-rows.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { openFolder, type Root } from '../../workspace/inside.ts';
import { listedPath } from '../../workspace/real-folder.ts';
import { isTemporary } from '../../workspace/temporary-name.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { SetRun, type Result } from './apply-set.ts';
import type { BlobStore } from '../contents/blob-store.ts';
import { isSameContent, isSameState, type FileState } from '../contents/file-state.ts';
import { readEntry, type RealEntry } from '../contents/real-entry.ts';
import { isDone, type UndoEntry } from '../journal/history.ts';
import type { JournalWriter, UndoneFile } from '../journal/journal.ts';
import { withLifts, type SetWrite } from './order.ts';
import { finishMove, moveEntry, putAside } from './place-file.ts';
import { isThere, toUndone, writesOf, type OpenPlan, type PlannedRow, type PlannedWrite } from './planned.ts';
import { makeFolders } from './real-folders.ts';
import { diskOf, findObstacles } from './simulate.ts';

export interface UndoRunsOptions {
  root: Root;
  store: BlobStore;
  journal: JournalWriter;
  /** The current state of a file in the workspace. */
  read: (path: string) => Promise<RealEntry>;
}

/** How long after its start an interrupted undo is finished. Later, the user no longer expects it. */
const FINISH_MS = 60 * 60_000;

/** The clock with which the kernel stamps files may lag a few milliseconds behind. */
const CLOCK_MS = 1000;

export class UndoRuns {
  readonly #options: UndoRunsOptions;

  constructor(options: UndoRunsOptions) {
    this.#options = options;
  }

  /**
   * Carries out these rows of the plan. Rejects with a Refusal 409 `plan_stale`, and writes nothing, if a file differs
   * from the plan, and with 400 if they are not possible without the other rows.
   */
  async run(
    { session, request, lines, files: all, folders, settled = [] }: Omit<OpenPlan, 'id'>,
    { chosen, entry }: { chosen: readonly PlannedRow[]; entry: string },
  ): Promise<PlanResult> {
    const { store, journal, read } = this.#options;
    const planned = writesOf(chosen, folders);
    // Otherwise a later undo would take these steps back, as if the others were still there.
    const isWhole = all.filter(isWritten).every((row) => chosen.includes(row));
    const stepsOf = (nth: number): string[] => [
      ...planned[nth]!.steps,
      ...(nth === 0 && isWhole ? settled : []),
    ];
    const writes = withLifts(planned);
    for (const { path, before } of writes) {
      const now = await read(path);
      if (!isSameState(now.state, before)) throw stale(path);
      // The overwritten content is kept so that the undo can be undone.
      if (now.bytes) await store.put(now.bytes, { isDurable: true });
    }
    await this.#refuseObstacles(planned, writesOf(all.filter(isWritten), folders));
    for (const { after } of writes) if (after.bytes) await store.put(after.bytes, { isDurable: true });
    const files = writes.map((write, nth) => toUndone({ ...write, steps: stepsOf(nth) }));
    const record = { type: 'undo', id: entry, session, request, ...(lines && { lines }), files } as const;
    await journal.append(record, { isDurable: true });
    const results = await new SetRun(this.#options.root, writes).run();
    for (const { path, action } of chosen)
      if (action === 'merge' && results.get(path)?.outcome === 'restored')
        results.set(path, { outcome: 'merged' });
    // The files are written. The next panel finds the undo without its end, and records that.
    const unrecorded = await this.#end(entry, { files, results }).then(() => null, errorText);
    const outcomes = chosen.map((row) => ({ path: row.path, ...outcomeOf(row, results) }));
    return { entry, files: outcomes, ...(unrecorded !== null && { unrecorded }) };
  }

  /** Rejects if the end would differ from what the plan promises. `all`: the writes of the whole plan. */
  async #refuseObstacles(writes: readonly PlannedWrite[], all: readonly PlannedWrite[]): Promise<void> {
    const { root, read } = this.#options;
    const disk = diskOf(root, read);
    const [first] = await findObstacles(writes, disk);
    if (!first) return;
    const [path, why] = first;
    if ((await findObstacles(all, disk)).size > 0) throw stale(path);
    throw new Refusal(400, 'bad_body', `paths: ${JSON.stringify(path)} cannot be undone alone. ${why}`);
  }

  /**
   * Carries out the rest of an undo after a crash, for files that are still as the undo found them. Resolves to its
   * files with their outcomes.
   */
  async finish({ id, at, files }: UndoEntry): Promise<UndoEntry['files']> {
    const { root } = this.#options;
    await this.#putAllBack(files.filter(({ lift }) => lift !== undefined));
    // Otherwise what the killed process was writing would keep folders from being removed.
    const places = files.flatMap(({ path, lift = path }) => [path, lift]);
    for (const folder of new Set(places.map(parentOf))) await this.#tidy(folder, at);
    const results = new Map<string, Result>();
    const rest: SetWrite[] = [];
    const missing = new Set<string>();
    for (const file of files) {
      const left = await this.#leftOf(file, { files, isFresh: Date.now() - at <= FINISH_MS });
      if (left === 'done') results.set(file.path, { outcome: outcomeFor(file.after) });
      else if (left) rest.push(left);
      else {
        if (file.after.kind === 'file') missing.add(file.after.hash);
        results.set(file.path, { outcome: 'failed' });
      }
    }
    const isMovable = ({ from }: SetWrite): boolean =>
      rest.some(({ path, before }) => path === from && isThere(before));
    const writes = rest.map(({ from, ...write }) =>
      isMovable({ ...write, ...(from !== undefined && { from }) }) ? { ...write, from: from! } : write,
    );
    for (const [path, result] of await new SetRun(root, withLifts(writes), missing).run())
      results.set(path, result);
    await this.#end(id, { files, results });
    return files.map((file) => ({ ...file, outcome: results.get(file.path)!.outcome }));
  }

  /**
   * Puts files that were making room back where they were, or if that path is taken, where they belong, or where the
   * user sees them. Folders are made for them last, because a file may belong where one of the folders was.
   */
  async #putAllBack(files: readonly UndoneFile[]): Promise<void> {
    for (const makesFolders of [false, true])
      for (const file of files) await this.#putBack(file, makesFolders);
    for (const { from, lift } of files) {
      const { state: expected } = await readEntry(this.#options.root, lift!);
      if (from !== undefined && isThere(expected))
        await putAside(this.#options.root, { lift: lift!, from, expected }).catch(() => null);
    }
  }

  async #putBack({ path, from, lift }: UndoneFile, makesFolders: boolean): Promise<void> {
    const { root } = this.#options;
    if (from === undefined) return;
    for (const to of [from, path]) await finishMove(root, { from: lift!, to });
    const { state: expected } = await readEntry(root, lift!);
    if (!isThere(expected)) return;
    for (const to of [from, path]) {
      if (isThere((await readEntry(root, to)).state)) continue;
      try {
        if (makesFolders) await makeFolders(root, parentOf(to), () => false);
        return await moveEntry(root, { from: lift!, to, expected });
      } catch {
        // Its content is stored, too.
      }
    }
  }

  /** Whether a file that has to be gone is still there, because its folder has got its old spelling back already. */
  async #hasOtherSpelling(
    { path, before, after }: Pick<UndoneFile, 'path' | 'before' | 'after'>,
    files: UndoEntry['files'],
  ): Promise<boolean> {
    const listed = isThere(after) ? null : await listedPath(this.#options.root, path);
    if (listed === null || listed === path) return false;
    const isMade = files.some((file) => file.path === listed && isThere(file.after));
    return !isMade && isSameState((await this.#options.read(listed)).state, before);
  }

  /** Whether the file has what was written under another of its names. */
  async #isWrittenAsOther(path: string, now: RealEntry, files: UndoEntry['files']): Promise<boolean> {
    if (now.identity === undefined) return false;
    for (const other of files)
      if (other.path !== path && isSameState(other.after, now.state)) {
        const { identity } = await this.#options.read(other.path);
        if (identity === now.identity) return true;
      }
    return false;
  }

  /** Returns what is left to do for a file; null if nothing can be done. */
  async #leftOf(
    { path, before, after, from, isReplaced }: UndoneFile,
    { files, isFresh }: { files: UndoEntry['files']; isFresh: boolean },
  ): Promise<SetWrite | 'done' | null> {
    const { read, store } = this.#options;
    // Nothing can be written if the path leads out of the workspace, so the undo ends without this file.
    const now = await read(path).catch(nullIfRefused);
    if (now && isSameState(now.state, after))
      return (await this.#hasOtherSpelling({ path, before, after }, files))
        ? { path, before, after: { state: after } }
        : 'done';
    const bytes = after.kind === 'file' ? await store.get(after.hash) : null;
    if (!now || !isFresh || (after.kind === 'file' && !bytes)) return null;
    // What was in the way, or moved, may be gone already, and a moved file may not have its content yet.
    const hasMadeRoom =
      !isThere(now.state) &&
      (before.kind !== after.kind ||
        after.kind === 'link' ||
        from !== undefined ||
        files.some((file) => file.from === path));
    const moved = files.find((file) => file.path === from);
    const isMoved = moved !== undefined && isSameState(now.state, moved.before);
    // Its mode is set after it was made.
    const hasContent = isSameContent(now.state, after);
    const isKnown = isSameState(now.state, before) || hasMadeRoom || isMoved || hasContent;
    if (!isKnown && !(await this.#isWrittenAsOther(path, now, files))) return null;
    const target = { state: after, ...(bytes && { bytes }) };
    return {
      path,
      before: now.state,
      after: target,
      ...(from !== undefined && { from }),
      ...(isReplaced && { isReplaced }),
    };
  }

  async #end(
    id: string,
    { files, results }: { files: readonly UndoneFile[]; results: ReadonlyMap<string, Result> },
  ): Promise<void> {
    const outcomes = files.map(({ path }) => ({ path, outcome: results.get(path)!.outcome }));
    await this.#options.journal.append({ type: 'undone', id, files: outcomes }, { isDurable: true });
  }

  /**
   * Removes the temporary files that the killed process was about to put in place: written after it began and before
   * this process started.
   */
  async #tidy(path: string, from: number): Promise<void> {
    const folder = await openFolder(this.#options.root, path).catch(nullIfRefused);
    if (!folder) return;
    try {
      for (const name of (await readdir(folder.base)).filter(isTemporary)) {
        const { ctimeMs } = await lstat(join(folder.base, name));
        if (ctimeMs >= from - CLOCK_MS && ctimeMs < performance.timeOrigin)
          await rm(join(folder.base, name), { recursive: true, force: true });
      }
    } finally {
      await folder.close();
    }
  }
}

/** A row is done if everything that it writes is. */
function outcomeOf({ path, writes }: PlannedRow, results: ReadonlyMap<string, Result>): Result {
  const own = writes.map((write) => results.get(write.path)!);
  const bad = own.find(({ outcome }) => !isDone(outcome));
  if (!bad) return results.get(path)!;
  const isPartial = own.some((result) => isDone(result.outcome) || result.isPartial);
  return { ...bad, ...(isPartial && { isPartial }) };
}

function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

function outcomeFor({ kind }: FileState): Outcome {
  return kind === 'absent' ? 'deleted' : 'restored';
}

function stale(path: string): Refusal {
  const message = `${JSON.stringify(path)} has changed since the plan was made. Nothing was written; review the plan again.`;
  return new Refusal(409, 'plan_stale', message);
}
