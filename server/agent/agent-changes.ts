// The file changes of an agent's session: lists them, plans their undo, and carries it out.
import type {
  ChangedFile,
  ChangedTurn,
  ChangeDiff,
  ChangeList,
  LineAuthors,
  Plan,
  PlannedFile,
  PlanRequest,
  PlanResult,
} from '../../shared/changes.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type { View } from '../../shared/view/view.ts';
import type { Changes } from '../changes/changes.ts';
import type { ComparedCommits } from '../changes/commit-diff.ts';
import { contentOf, diffOf, diffOfCommit, diffWithHead, hunkScope, type DiffScope } from '../changes/diff.ts';
import { discardHunkScope, discardScope } from '../changes/discard.ts';
import { nameSome } from '../changes/contents/missed-names.ts';
import { doubtsOf } from '../changes/journal/doubts.ts';
import { findStaged } from '../git/git-state.ts';
import { changesSinceHead } from '../git/head-changes.ts';
import { lineAuthors, runsOf } from '../changes/line-authors.ts';
import { openUndos } from '../changes/undo/open-undos.ts';
import { redoScope, undoScope } from '../changes/undo/scope.ts';
import { isDone } from '../changes/journal/history.ts';
import type { ScopedFile } from '../changes/journal/scoped-file.ts';
import type { OpenPlan } from '../changes/undo/planned.ts';
import type { ExtensionBridge } from './extensions/extension-bridge.ts';
import { QueuedUndos } from './queued-undos.ts';
import { withUnrecorded } from './unrecorded-turns.ts';
import { UndoReports } from './undo-reports.ts';
import { UserWrites } from './user-writes.ts';

export interface AgentChangesOptions {
  view: () => View;
  emit: (event: ViewEvent) => void;
  bridge: Pick<ExtensionBridge, 'ask'>;
  /** Null if nothing is recorded. */
  changes: () => Promise<Changes | null>;
  onBug: (error: unknown) => void;
}

/** How many plans are kept for one agent; a page requests one for each dialog. */
const MAX_PLANS = 50;

export class AgentChanges {
  readonly userWrites: UserWrites;
  readonly #options: AgentChangesOptions;
  readonly #plans = new Map<string, OpenPlan>();
  readonly #queued: QueuedUndos;
  readonly #reports: UndoReports;
  /** Why the extension cannot record, as a sentence for the user. */
  #recordingProblem: string | null = null;

  constructor(options: AgentChangesOptions) {
    this.#options = options;
    this.userWrites = new UserWrites(options.changes, options.onBug);
    const notice = (kind: 'info' | 'warning', message: string, undo?: string): void =>
      options.emit({
        type: 'panel_notice',
        kind,
        message,
        ...(undo !== undefined && { undo }),
        panel_at: Date.now(),
      });
    this.#reports = new UndoReports({
      bridge: options.bridge,
      isStarting: () => !options.view().ready,
      notice,
    });
    this.#queued = new QueuedUndos({
      bridge: options.bridge,
      require: () => this.#require(),
      isBusy: () => this.#isBusy(),
      onDone: (changes, plan, result) => this.#announce(changes, plan, result),
      onChange: () => this.#options.emit({ type: 'panel_changes' }),
      notice,
      onBug: options.onBug,
    });
  }

  async list(): Promise<ChangeList> {
    if (this.userWrites.pending) await this.userWrites.pending;
    const changes = await this.#options.changes();
    const { run, session } = this.#options.view();
    if (!changes || !session)
      return {
        turns: this.#withUnrecorded([], null),
        files: [],
        store: { bytes: 0, limit: 0 },
        undos: [],
        queued: this.#queued.list(),
      };
    const history = await changes.history();
    const { turns, files, shells } = await changes.listTurns(history, session.id, run !== null);
    return {
      turns: this.#withUnrecorded(turns, history.forgottenAt),
      files,
      ...(shells.length > 0 && { shells }),
      store: await changes.size(),
      undos: openUndos(history, session.id),
      queued: this.#queued.list(),
      ...(history.forgottenAt !== null && { forgottenAt: history.forgottenAt }),
    };
  }

  /** Lists every difference from git's last commit, no matter who made it. */
  async listSinceHead(): Promise<ChangeList> {
    const [changes] = await this.#require();
    const { branch, files } = await changesSinceHead(changes.workspace);
    // git's output was read as UTF-8, so these paths lead nowhere.
    const unreadable = files.filter(({ path, version }) => version === '' && path.includes('\uFFFD'));
    const readable = files.filter((file) => !unreadable.includes(file));
    const turn: ChangedTurn = { id: 'head', at: 0, ...coverageOf(unreadable), files: readable };
    return {
      turns: [turn],
      files: readable,
      shells: [],
      store: await changes.size(),
      undos: [],
      queued: [],
      branch,
    };
  }

  async diffWithHead(path: string): Promise<ChangeDiff> {
    const [changes] = await this.#require();
    return diffWithHead(changes, path);
  }

  async diffOfCommit(path: string, compared: ComparedCommits): Promise<ChangeDiff> {
    const [changes] = await this.#require();
    return diffOfCommit(changes, path, compared);
  }

  async diff(scope: Omit<DiffScope, 'session'>): Promise<ChangeDiff> {
    const [changes, session] = await this.#require();
    return diffOf(changes, { session, ...scope });
  }

  async lineAuthors(path: string): Promise<LineAuthors> {
    const [changes, session] = await this.#require();
    const file = { path, session, current: await changes.read(path) };
    const authors = await lineAuthors(await changes.history(), file, (hash) => changes.store.get(hash));
    return { runs: authors && runsOf(authors) };
  }

  /** The bytes on one side of a diff. */
  async content(
    path: string,
    side: 'before' | 'after',
    scope: 'head' | ComparedCommits | Pick<DiffScope, 'turn' | 'from'>,
  ): Promise<Uint8Array> {
    const [changes, session] = await this.#require();
    if (scope !== 'head' && 'commit' in scope) return contentOf(changes, { path, ...scope }, side);
    return contentOf(changes, scope === 'head' ? { head: path } : { session, path, ...scope }, side);
  }

  /** Removes what was recorded of the workspace. Throws a Refusal 409 while the agent runs. */
  async forget(): Promise<void> {
    const [changes] = await this.#require();
    if (this.#isBusy())
      throw new Refusal(409, 'busy', 'The agent is running. Forget the recorded changes when it is idle.');
    await changes.forget();
    this.#plans.clear();
    this.#queued.onForgotten();
    await this.#options.bridge.ask({ ask: 'forget' }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    this.#options.emit({ type: 'panel_changes' });
  }

  async plan(request: PlanRequest): Promise<Plan> {
    const [changes, session] = await this.#require();
    const plan = await changes.plan(session, request, await scopedFiles(changes, session, request));
    this.#plans.set(plan.id, plan);
    for (const id of this.#plans.keys()) if (this.#plans.size > MAX_PLANS) this.#plans.delete(id);
    const { lines } = plan;
    const history = await changes.history();
    const files = plan.files.map((file) => ({ ...toPublic(file), ...doubtsOf(history, file) }));
    return { plan: plan.id, files, ...(lines && { lines }) };
  }

  /** Carries out a plan. With `isQueued`, that happens once the agent is idle, and a notice reports the outcome. */
  async run(id: string, paths: string[] | undefined): Promise<{ result: PlanResult; isQueued: boolean }> {
    const plan = this.#plans.get(id);
    if (!plan)
      throw new Refusal(404, 'unknown_plan', 'This plan does not exist or has expired. Request a new one.');
    // Deleted at once, so that a second request does not carry out the plan again.
    this.#plans.delete(id);
    const [changes] = await this.#require();
    const isQueued = this.#isBusy();
    let result: PlanResult;
    try {
      result = isQueued ? await this.#queued.add(plan, paths) : await changes.run(plan, { paths });
    } catch (error) {
      // Nothing was written, so the plan can be tried again.
      this.#plans.set(id, plan);
      throw error;
    }
    if (isQueued) return { result, isQueued };
    await this.#announce(changes, plan, result);
    const written = plan.files
      .filter((row) => result.files.some(({ path }) => path === row.path))
      .flatMap((row) => row.writes.map(({ path }) => path));
    const staged = written.length > 0 ? await findStaged(changes.workspace, written) : [];
    return { result: { ...result, ...(staged.length > 0 && { staged }) }, isQueued };
  }

  /** Cancels an undo that waits for the agent, or dismisses the outcome of one that has ended. */
  cancelQueued(id: string): Promise<void> {
    return this.#queued.cancel(id);
  }

  onEvent(event: ViewEvent): void {
    if (event.type === 'panel_changes' && event.problem !== undefined) this.#recordingProblem = event.problem;
    this.userWrites.onEvent(event);
    this.#queued.runIfIdle();
  }

  onBoundary(): Promise<void> {
    return this.#queued.onBoundary();
  }

  /** Carries out the undos that an earlier panel did not get to. Call this when the view shows a session. */
  async recover(): Promise<void> {
    const changes = await this.#options.changes();
    const { session } = this.#options.view();
    if (!changes || !session) return;
    await this.#reports.tellMissed(changes, session.id);
    await this.#reports.reportFinished(changes, session.id);
    await this.#queued.recover();
  }

  #isBusy(): boolean {
    const { run, compaction, exit } = this.#options.view();
    return !exit && (run !== null || compaction !== null);
  }

  /** Tells the pages that the list of changes has changed, and tells the model which files it can no longer rely on. */
  async #announce(
    changes: Changes,
    { session, request, files: planned }: OpenPlan,
    { files }: PlanResult,
  ): Promise<void> {
    const done = new Set(files.filter(({ outcome }) => isDone(outcome)).map(({ path }) => path));
    if (done.size > 0) this.#queued.onReversed(request);
    this.#options.emit({ type: 'panel_changes' });
    const written = planned.filter(({ path }) => done.has(path));
    await this.#reports.tell(changes, { session, request, files: written });
  }

  #withUnrecorded(recorded: readonly ChangedTurn[], forgottenAt: number | null): ChangedTurn[] {
    return withUnrecorded(recorded, this.#options.view(), { problem: this.#recordingProblem, forgottenAt });
  }

  async #require(): Promise<[Changes, session: string]> {
    if (this.userWrites.pending) await this.userWrites.pending;
    const changes = await this.#options.changes();
    const { session } = this.#options.view();
    if (!changes)
      throw new Refusal(409, 'not_recorded', 'The panel does not record changes in this workspace.');
    if (!session) throw new Refusal(409, 'no_session', 'pi has not opened a session yet.');
    return [changes, session.id];
  }
}

function coverageOf(unreadable: readonly ChangedFile[]): Pick<ChangedTurn, 'coverage' | 'why'> {
  if (unreadable.length === 0) return { coverage: 'full' };
  const names = nameSome(unreadable.map(({ path }) => path));
  return { coverage: 'partial', why: `Not shown (names that are not UTF-8): ${names}.` };
}

async function scopedFiles(changes: Changes, session: string, request: PlanRequest): Promise<ScopedFile[]> {
  const history = await changes.history();
  if ('redo' in request) return redoScope(history, request.redo);
  if ('discard' in request.undo) return discardScope(changes, request.undo.discard);
  if ('hunk' in request.undo && request.undo.hunk.isHead) return discardHunkScope(changes, request.undo.hunk);
  if ('hunk' in request.undo) return hunkScope(changes, session, request.undo.hunk);
  return undoScope(history, session, request.undo);
}

function toPublic(row: PlannedFile): PlannedFile {
  const { path, action, from, with: others, isFolder, shared, why } = row;
  return {
    path,
    action,
    ...(from !== undefined && { from }),
    ...(others && { with: others }),
    ...(isFolder && { isFolder }),
    ...(shared && { shared }),
    ...(why && { why }),
  };
}
