// Undos that the user confirmed while the agent was running. They are carried out at the next turn boundary, where the
// panel's extension holds pi, or when the agent is idle. The journal keeps the undos, so that they outlive the panel.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { PlanRequest, PlanResult, QueuedUndo, UndoOutcome } from '../../shared/changes.ts';
import { errorText } from '../../shared/error-text.ts';
import { rangeOf } from '../../shared/line-range.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Changes } from '../changes/changes.ts';
import type { QueuedUndo as Queued } from '../changes/journal/journal.ts';
import { chooseFiles } from '../changes/undo/chosen-files.ts';
import type { ScopedFile } from '../changes/journal/scoped-file.ts';
import type { OpenPlan, PlannedRow } from '../changes/undo/planned.ts';
import { turns } from '../lib/turns.ts';
import type { ExtensionBridge } from './extensions/extension-bridge.ts';
import { UndoOutcomes } from './undo-outcomes.ts';
import { nameSome } from './undo-reports.ts';

export interface QueuedUndosOptions {
  bridge: Pick<ExtensionBridge, 'ask'>;
  /** Throws a Refusal if nothing is recorded. */
  require: () => Promise<[Changes, session: string]>;
  isBusy: () => boolean;
  /** Called after the files were changed. */
  onDone: (changes: Changes, plan: OpenPlan, result: PlanResult) => Promise<void>;
  /** Called when the list has changed. */
  onChange: () => void;
  /** `undo`: the entry of the undo that it reports. */
  notice: (kind: 'info' | 'warning', message: string, undo?: string) => void;
  onBug: (error: unknown) => void;
}

/** After a restart, a confirmation older than this is not carried out; a notice tells the user instead. */
const FRESH_MS = 60 * 60_000;

export class QueuedUndos {
  readonly #options: QueuedUndosOptions;
  readonly #queued: (Queued & { at: number })[] = [];
  readonly #outcomes: UndoOutcomes;
  readonly #inTurn = turns();
  /** The id of the undo that is being carried out. */
  #current: string | null = null;

  constructor(options: QueuedUndosOptions) {
    this.#options = options;
    this.#outcomes = new UndoOutcomes(options.onChange);
  }

  /** Resolves when the undo is on disk, where the next panel finds it. */
  async add(plan: OpenPlan, paths: readonly string[] | undefined): Promise<PlanResult> {
    const [changes] = await this.#options.require();
    const chosen = chooseFiles(plan, paths);
    const { session, request, lines } = plan;
    const files = sourcesOf(plan, chosen);
    const names = chosen.map(({ path, from = path }) => from);
    const queued = { id: randomUUID(), session, request, ...(lines && { lines }), files, paths: names };
    await changes.enqueue(queued);
    this.#queued.push({ ...queued, at: Date.now() });
    this.#options.onChange();
    await this.#holdPi(changes.workspace);
    this.runIfIdle();
    return { entry: queued.id, files: chosen.map((file) => ({ path: file.path, outcome: 'queued' })) };
  }

  /** Returns the undos that wait, and the outcomes that the user has not dismissed, oldest first. */
  list(): QueuedUndo[] {
    return [...this.#outcomes.list, ...this.#queued.map((undo) => toPublic(undo, undo.at, null))];
  }

  /**
   * Cancels an undo that waits, or dismisses the outcome of one that has ended. Rejects with a Refusal 409
   * `undo_started` if it is being carried out, and 404 if it is not known.
   */
  async cancel(id: string): Promise<void> {
    if (this.#outcomes.remove((ended) => ended.id === id)) return;
    const [changes] = await this.#options.require();
    if (id === this.#current)
      throw new Refusal(409, 'undo_started', 'This undo has begun, so it cannot be canceled.');
    const at = this.#queued.findIndex((undo) => undo.id === id);
    if (at < 0) throw new Refusal(404, 'unknown_undo', 'This undo no longer waits.');
    // Removed at once, so that it does not begin while the journal is written.
    const [undo] = this.#queued.splice(at, 1);
    try {
      await changes.drop(id);
    } catch (error) {
      this.#queued.splice(at, 0, undo!);
      throw error;
    }
    this.#options.onChange();
    // Without this, pi would stop at the turn boundary for nothing. An undo that runs there releases pi at its end.
    if (this.#queued.length === 0 && this.#current === null)
      await this.#options.bridge.ask({ ask: 'release' }).catch(ignoreRefusal);
  }

  /** Call this before the outcome of an undo or redo is added. */
  onReversed(request: PlanRequest): void {
    this.#outcomes.onReversed(request);
  }

  /** Call this when the recorded changes were removed. */
  onForgotten(): void {
    this.#outcomes.remove(() => true);
  }

  /** Carries out the undos if the agent is idle. Call this after each event. */
  runIfIdle(): void {
    if (this.#queued.length > 0 && !this.#options.isBusy()) this.#run().catch(this.#options.onBug);
  }

  /** Carries out the undos. pi waits between two turns until it is released. */
  async onBoundary(): Promise<void> {
    try {
      await this.#run();
    } finally {
      await this.#options.bridge.ask({ ask: 'release' }).catch(ignoreRefusal);
    }
  }

  /** Finds the undos that an earlier panel did not carry out. Call this when the view shows a session. */
  async recover(): Promise<void> {
    const found = await this.#options.require().catch(ignoreRefusal);
    if (!found) return;
    const [changes, session] = found;
    const { queued } = await changes.history();
    const known = new Set(this.#queued.map(({ id }) => id));
    for (const undo of queued.values()) {
      if (undo.session !== session || known.has(undo.id)) continue;
      if (Date.now() - undo.at <= FRESH_MS) {
        this.#queued.push(undo);
        this.#options.onChange();
      } else {
        await changes.drop(undo.id);
        const names = namesOf(undo).join(', ');
        this.#options.notice(
          'warning',
          `The panel ended before it carried out an undo of ${names}. Nothing was undone; undo it again if you still want to.`,
        );
      }
    }
    this.runIfIdle();
  }

  /** Makes pi wait. Without the extension, the undos wait until the agent is idle. */
  async #holdPi(workspace: string): Promise<void> {
    const paths = this.#queued.flatMap(({ files }) => files.map((file) => path.join(workspace, file.path)));
    await this.#options.bridge.ask({ ask: 'hold', paths: [...new Set(paths)].sort() }).catch(ignoreRefusal);
  }

  #run(): Promise<void> {
    return this.#inTurn(async () => {
      while (this.#queued.length > 0) {
        const found = await this.#options.require().catch(ignoreRefusal);
        // The view does not show a session yet.
        if (!found) return;
        const next = this.#queued.shift();
        if (!next) return;
        this.#current = next.id;
        await this.#carryOut(next, found[0]).finally(() => (this.#current = null));
      }
    });
  }

  /** Makes a new plan and runs it, because the agent may have changed the files since. */
  async #carryOut(queued: Queued, changes: Changes): Promise<void> {
    const { id, session, request, files } = queued;
    const { onDone, onBug } = this.#options;
    let plan: OpenPlan;
    let result: PlanResult;
    try {
      plan = await changes.plan(session, request, files);
      result = await changes.run(plan, { paths: plan.files.map(({ path }) => path), entry: id });
    } catch (error) {
      this.#report(queued, { undone: 0, left: [], failure: errorText(error) });
      await changes.drop(id).catch(onBug);
      return;
    }
    // The files are written, even if the model cannot be told.
    await onDone(changes, plan, result).catch(onBug);
    this.#report(queued, outcomeOf(plan, result));
  }

  /** Lists the outcome, and shows it in a notice. */
  #report(queued: Queued, outcome: UndoOutcome): void {
    const { undone, left, failure, unrecorded } = outcome;
    this.#outcomes.add(toPublic(queued, Date.now(), outcome));
    const { notice } = this.#options;
    if (failure !== undefined) return notice('warning', `The undo was not carried out: ${failure}`);
    if (unrecorded !== undefined)
      notice('warning', `The files were written, but this could not be recorded: ${unrecorded}`);
    const isRedo = 'redo' in queued.request;
    // The list has the reasons.
    if (left.length > 0) notice('warning', exceptionsOf(outcome, isRedo));
    else if (unrecorded === undefined)
      notice('info', successOf(queued, undone), isRedo ? undefined : queued.id);
  }
}

function successOf({ request, lines, files }: Queued, undone: number): string {
  const isRedo = 'redo' in request;
  // The agent, the user or an undo before this one has done the same in the meantime.
  if (undone === 0)
    return isRedo
      ? 'There was nothing left to redo: the files are already so.'
      : 'There was nothing left to undo: the files are already as before.';
  const [file] = files;
  if (lines && file) {
    const { path: name } = file;
    const { from, to } = rangeOf(lines);
    if (from >= to) return isRedo ? `Redone: line ${from} of ${name}.` : `Undone: line ${from} of ${name}.`;
    return isRedo ? `Redone: lines ${from}–${to} of ${name}.` : `Undone: lines ${from}–${to} of ${name}.`;
  }
  if (undone === 1) return isRedo ? 'Redone: one file.' : 'Undone: one file.';
  return isRedo ? `Redone: ${undone} files.` : `Undone: ${undone} files.`;
}

/** Returns a sentence about the files that were left alone. */
function exceptionsOf({ undone, left }: UndoOutcome, isRedo: boolean): string {
  const partial = left.filter(({ isPartial }) => isPartial);
  const paths = nameSome((partial.length > 0 ? partial : left).map(({ path }) => path));
  if (partial.length > 0) return isRedo ? `Redone only in part: ${paths}.` : `Undone only in part: ${paths}.`;
  if (undone === 0)
    return isRedo ? `Nothing was redone. Left alone: ${paths}.` : `Nothing was undone. Left alone: ${paths}.`;
  return isRedo ? `Redone, except for ${paths}.` : `Undone, except for ${paths}.`;
}

function toPublic(
  { id, request, lines, ...queued }: Queued,
  at: number,
  outcome: UndoOutcome | null,
): QueuedUndo {
  const paths = namesOf(queued);
  const hunk = 'undo' in request && 'hunk' in request.undo ? { hunk: request.undo.hunk.id } : {};
  return {
    id,
    at,
    isRedo: 'redo' in request,
    files: paths.length,
    paths,
    ...hunk,
    ...(lines && { lines }),
    outcome,
  };
}

/** Returns what the chosen rows were planned from, with the folders that come along. */
function sourcesOf({ folders }: OpenPlan, chosen: readonly PlannedRow[]): ScopedFile[] {
  const rows = [...chosen, ...folders];
  return [...new Map(rows.flatMap((row) => row.sources).map((file) => [file.path, file])).values()];
}

/** Returns the paths that the files had when the undo was confirmed. */
function namesOf({ files, paths }: Pick<Queued, 'files' | 'paths'>): string[] {
  if (paths) return paths;
  const renamed = new Set(files.map(({ from }) => from));
  return files.filter(({ path: name }) => !renamed.has(name)).map(({ path: name, from = name }) => from);
}

/** Returns how many files of a plan were written, and which were left alone. */
function outcomeOf(plan: OpenPlan, { files, unrecorded }: PlanResult): UndoOutcome {
  const isBad = ({ outcome }: (typeof files)[number]): boolean =>
    outcome === 'failed' || outcome === 'changed';
  const skipped = plan.files.filter(({ action }) => action === 'conflict' || action === 'unknown');
  const failed = files.filter(isBad).map(({ outcome: _outcome, ...file }) => file);
  const left = [...failed, ...skipped.map(({ path, why }) => ({ path, ...(why !== undefined && { why }) }))];
  return {
    undone: files.length - files.filter(isBad).length,
    left,
    ...(unrecorded !== undefined && { unrecorded }),
  };
}

function ignoreRefusal(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
