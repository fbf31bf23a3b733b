// Carries out plans. Everything is checked before the first file is written, and every undo is in the journal before it
// begins, so that an interrupted one can be finished.
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HunkLines, Outcome, PlannedFile, PlanRequest, PlanResult } from '../../../shared/changes.ts';
import { errorText } from '../../../shared/error-text.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { onDisk } from '../../workspace/disk-error.ts';
import { openFolder, type Root } from '../../workspace/inside.ts';
import { isTemporary } from '../../workspace/temporary-name.ts';
import { parentOf } from '../../workspace/workspace-path.ts';
import { applyFile, ChangedMeanwhile, type Application } from './apply-file.ts';
import type { BlobStore } from '../contents/blob-store.ts';
import { isSameState, type FileState, type ReadState } from '../contents/file-state.ts';
import type { UndoEntry } from '../journal/history.ts';
import type { JournalWriter } from '../journal/journal.ts';
import type { Reversal } from '../journal/scoped-file.ts';

/** A plan with everything that carrying it out needs. */
export interface OpenPlan {
  id: string;
  session: string;
  request: PlanRequest;
  /** If it concerns one hunk or some of its lines. */
  lines?: HunkLines;
  files: (PlannedFile & { current: FileState; target: ReadState; steps: string[]; changes: Reversal[] })[];
}

export interface UndoRunsOptions {
  root: Root;
  store: BlobStore;
  journal: JournalWriter;
  /** The current state of a file in the workspace. */
  read: (path: string) => Promise<ReadState>;
}

type Result = Omit<PlanResult['files'][number], 'path'>;

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
   * Carries out the plan. Rejects with a Refusal 409 `plan_stale`, and writes nothing, if a chosen file differs from
   * the plan.
   */
  async run(
    { session, request, lines }: OpenPlan,
    { chosen, entry }: { chosen: OpenPlan['files']; entry: string },
  ): Promise<PlanResult> {
    const { store, journal, read } = this.#options;
    for (const { path, current } of chosen) {
      const now = await read(path);
      if (!isSameState(now.state, current)) throw stale(path);
      // The overwritten content is kept so that the undo can be undone.
      if (now.bytes) await store.put(now.bytes, { isDurable: true });
    }
    for (const { target } of chosen) if (target.bytes) await store.put(target.bytes, { isDurable: true });
    const files = chosen.map(({ path, current, target, steps }) => ({
      path,
      before: current,
      after: target.state,
      steps,
    }));
    const record = { type: 'undo', id: entry, session, request, ...(lines && { lines }), files } as const;
    await journal.append(record, { isDurable: true });
    const missing = new Set<string>();
    const results = new Map<string, Result>();
    for (const { path, current, target, action } of deletionsLast(chosen, ({ target: to }) => to.state)) {
      const result = await this.#apply({ path, expected: current, target }, missing);
      const isMerge = action === 'merge' && result.outcome === 'restored';
      results.set(path, { ...result, ...(isMerge && { outcome: 'merged' }) });
    }
    const outcomes = chosen.map(({ path }) => ({ path, ...results.get(path)! }));
    // The files are written. The next panel finds the undo without its end, and records that.
    const unrecorded = await this.#end(entry, outcomes).then(() => null, errorText);
    return { entry, files: outcomes, ...(unrecorded !== null && { unrecorded }) };
  }

  /**
   * Carries out the rest of an undo after a crash, for files that are still as the undo found them. Resolves to its
   * files with their outcomes.
   */
  async finish({ id, at, files }: UndoEntry): Promise<UndoEntry['files']> {
    const missing = new Set<string>();
    const results = new Map<string, Result>();
    for (const file of deletionsLast(files, ({ after }) => after))
      results.set(file.path, await this.#finishFile(file, { at, missing }));
    const outcomes = files.map(({ path }) => ({ path, ...results.get(path)! }));
    for (const folder of new Set(files.map(({ path }) => parentOf(path)))) await this.#tidy(folder, at);
    await this.#end(id, outcomes);
    return files.map((file) => ({ ...file, outcome: results.get(file.path)!.outcome }));
  }

  async #finishFile(
    { path, before, after }: UndoEntry['files'][number],
    { at, missing }: { at: number; missing: Set<string> },
  ): Promise<Result> {
    const { read, store } = this.#options;
    // Nothing can be written if a folder has become a link out of the workspace, so the undo ends without this file.
    const now = await read(path).catch(nullIfRefused);
    if (now && isSameState(now.state, after)) return { outcome: outcomeFor(after) };
    const bytes = after.kind === 'file' ? await store.get(after.hash) : null;
    const isPossible = now && isSameState(now.state, before) && (after.kind !== 'file' || bytes);
    if (isPossible && Date.now() - at <= FINISH_MS) {
      const target = { state: after, ...(bytes && { bytes }) };
      return this.#apply({ path, expected: before, target }, missing);
    }
    if (after.kind === 'file') missing.add(after.hash);
    return { outcome: 'failed' };
  }

  /**
   * Changes one file. `missing`: the contents that could not be written. The last file that has one of them is not
   * deleted.
   */
  async #apply(file: Application, missing: Set<string>): Promise<Result> {
    const { expected, target } = file;
    if (target.state.kind === 'absent' && expected.kind === 'file' && missing.has(expected.hash))
      return { outcome: 'failed', why: 'Its content could not be written to its earlier path.' };
    try {
      await onDisk(file.path, () => applyFile(this.#options.root, file));
      return { outcome: outcomeFor(target.state) };
    } catch (error) {
      if (target.state.kind === 'file') missing.add(target.state.hash);
      const outcome = error instanceof ChangedMeanwhile ? 'changed' : 'failed';
      return { outcome, why: errorText(error) };
    }
  }

  async #end(id: string, files: PlanResult['files']): Promise<void> {
    const outcomes = files.map(({ path, outcome }) => ({ path, outcome }));
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

/**
 * Sorts the files so that deletions come last: a deleted file, such as the new path of a renamed one, may be the only
 * copy on disk until the rest is written.
 */
function deletionsLast<T>(files: readonly T[], targetOf: (file: T) => FileState): T[] {
  const isDeletion = (file: T): number => Number(targetOf(file).kind === 'absent');
  return files.toSorted((a, b) => isDeletion(a) - isDeletion(b));
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
