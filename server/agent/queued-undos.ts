// Undos that the user confirmed while the agent was running. They are carried out at the next turn boundary, where the
// panel's extension holds pi, or when the agent is idle. The journal keeps the undos, so that they outlive the panel.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { PlannedFile, PlanRequest, PlanResult } from '../../shared/changes.ts';
import { errorText } from '../../shared/error-text.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Changes } from '../changes/changes.ts';
import type { QueuedUndo } from '../changes/journal/journal.ts';
import { chooseFiles } from '../changes/undo/chosen-files.ts';
import type { OpenPlan } from '../changes/undo/undo-runs.ts';
import type { ExtensionBridge } from './extensions/extension-bridge.ts';

export interface QueuedUndosOptions {
  bridge: Pick<ExtensionBridge, 'ask'>;
  /** Throws a Refusal if nothing is recorded. */
  require: () => Promise<[Changes, session: string]>;
  isBusy: () => boolean;
  /** Called after the files were changed. */
  onDone: (request: PlanRequest, result: PlanResult) => Promise<void>;
  notice: (kind: 'info' | 'warning', message: string) => void;
}

/** After a restart, a confirmation older than this is not carried out; a notice tells the user instead. */
const FRESH_MS = 60 * 60_000;

export class QueuedUndos {
  readonly #options: QueuedUndosOptions;
  readonly #queued: QueuedUndo[] = [];
  #running: Promise<void> = Promise.resolve();

  constructor(options: QueuedUndosOptions) {
    this.#options = options;
  }

  /** Resolves when the undo is on disk, where the next panel finds it. */
  async add(plan: OpenPlan, paths: readonly string[] | undefined): Promise<PlanResult> {
    const [changes] = await this.#options.require();
    const chosen = chooseFiles(plan, paths);
    const { session, request } = plan;
    const files = chosen.map(({ path, changes: of, steps, shared = false }) => ({
      path,
      changes: of,
      steps,
      isShared: shared,
    }));
    const queued = { id: randomUUID(), session, request, files };
    await changes.enqueue(queued);
    this.#queued.push(queued);
    await this.#holdPi(changes.workspace);
    this.runIfIdle();
    return { entry: queued.id, files: files.map((file) => ({ path: file.path, outcome: 'queued' })) };
  }

  /** Carries out the undos if the agent is idle. Call this after each event. */
  runIfIdle(): void {
    if (this.#queued.length > 0 && !this.#options.isBusy()) void this.#run();
  }

  /** Carries out the undos. pi waits between two turns until it is released. */
  async onBoundary(): Promise<void> {
    await this.#run();
    await this.#options.bridge.ask({ ask: 'release' }).catch(ignoreRefusal);
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
      if (Date.now() - undo.at <= FRESH_MS) this.#queued.push(undo);
      else {
        await changes.drop(undo.id);
        const names = undo.files.map((file) => file.path).join(', ');
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
    return (this.#running = this.#running.then(async () => {
      for (const next of this.#queued.splice(0)) await this.#carryOut(next);
    }));
  }

  /** Makes a new plan and runs it, because the agent may have changed the files since. */
  async #carryOut(queued: QueuedUndo): Promise<void> {
    const { id, session, request, files } = queued;
    const { require, onDone, notice } = this.#options;
    const found = await require().catch(ignoreRefusal);
    // The view does not show a session yet.
    if (!found) return void this.#queued.push(queued);
    const [changes] = found;
    try {
      const plan = await changes.plan(session, request, files);
      const left = plan.files.filter(({ action }) => action === 'conflict' || action === 'unknown');
      const paths = plan.files.map((file) => file.path);
      const result = await changes.run(plan, { paths, entry: id });
      await onDone(request, result);
      this.#report(result, left);
    } catch (error) {
      await changes.drop(id);
      notice('warning', `The undo was not carried out: ${errorText(error)}`);
    }
  }

  #report({ files }: PlanResult, left: readonly PlannedFile[]): void {
    const bad = [...files.filter(({ outcome }) => outcome === 'failed' || outcome === 'changed'), ...left];
    const undone = files.length - (bad.length - left.length);
    const rest = bad.map((file) => `${file.path}: ${file.why ?? 'left alone'}`).join(' ');
    this.#options.notice(
      bad.length > 0 ? 'warning' : 'info',
      `Undone: ${undone === 1 ? 'one file' : `${undone} files`}. ${rest}`.trim(),
    );
  }
}

function ignoreRefusal(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
