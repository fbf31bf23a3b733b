// The changes of one workspace: what its journal says, plans to undo them, and carrying these out. Everything is checked
// before the first file is written, and every undo is in the journal before it begins.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Outcome, PlannedFile, PlanRequest, PlanResult } from '../../shared/changes.ts';
import { errorText } from '../../shared/error-text.ts';
import { Refusal } from '../../shared/refusal.ts';
import { turns } from '../lib/turns.ts';
import { openFolder, type Root } from '../workspace/inside.ts';
import { parentOf } from '../workspace/workspace-path.ts';
import { applyFile, ChangedMeanwhile } from './apply-file.ts';
import { BlobStore } from './blob-store.ts';
import type { ChangesFolder } from './changes-folder.ts';
import { ABSENT, isSameState, readState, type FileState, type ReadState } from './file-state.ts';
import { foldRecords, type History } from './history.ts';
import { JournalReader, JournalWriter } from './journal.ts';
import { planFile, type FilePlan, type Reversal } from './plan-file.ts';
import type { ScopedFile } from './scope.ts';
import { STORE_LIMIT, trimStore } from './store-size.ts';

/** Summing up the sizes of many contents takes a moment. */
const SIZE_MS = 60_000;

export interface ChangesOptions {
  /** Absolute, without links. */
  workspace: string;
  folder: ChangesFolder;
}

/** A plan with everything that carrying it out needs. */
export interface OpenPlan {
  id: string;
  session: string;
  request: PlanRequest;
  files: (PlannedFile & { current: FileState; target: ReadState; steps: string[]; changes: Reversal[] })[];
}

export class Changes {
  readonly store: BlobStore;
  readonly journal: JournalWriter;
  readonly #root: Root;
  readonly #reader: JournalReader;
  /** Two undos never write at the same time. */
  readonly #inTurn = turns();
  #sizedAt = 0;
  #bytes = 0;
  #folded: { count: number; history: History } | null = null;

  constructor({ workspace, folder }: ChangesOptions) {
    this.#root = { real: workspace };
    this.store = new BlobStore(folder.blobs);
    this.journal = new JournalWriter(folder.journal);
    this.#reader = new JournalReader(folder.journal);
  }

  /** Absolute. */
  get workspace(): string {
    return this.#root.real;
  }

  async history(): Promise<History> {
    const records = await this.#reader.records();
    if (this.#folded?.count !== records.length)
      this.#folded = { count: records.length, history: foldRecords(records) };
    return this.#folded.history;
  }

  /** The state of a file of the workspace now. Rejects with a Refusal outside of it. */
  async read(path: string): Promise<ReadState> {
    try {
      const folder = await openFolder(this.#root, parentOf(path));
      try {
        return await readState(join(folder.base, path.slice(path.lastIndexOf('/') + 1)));
      } finally {
        await folder.close();
      }
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return { state: ABSENT };
      throw error;
    }
  }

  /** The file as it would be without these changes. */
  async planReversal(path: string, changes: readonly Reversal[]): Promise<FilePlan & { current: ReadState }> {
    const lack = placeLack(path);
    const current: ReadState = lack ? { state: ABSENT } : await this.read(path);
    if (lack) return { action: 'conflict', why: lack, target: current, current };
    const plan = await planFile(changes, current, (hash) => this.store.get(hash));
    return { ...plan, current };
  }

  async plan(session: string, request: PlanRequest, files: readonly ScopedFile[]): Promise<OpenPlan> {
    const planned: OpenPlan['files'] = [];
    for (const { path, changes, steps, isShared } of files) {
      const { current, action, target, why } = await this.planReversal(path, changes);
      planned.push({
        path,
        action,
        ...(isShared && { shared: true as const }),
        ...(why && { why }),
        current: current.state,
        target,
        steps: [...steps],
        changes: [...changes],
      });
    }
    planned.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { id: randomUUID(), session, request, files: planned };
  }

  /** The same plan for the files as they are now. */
  async renew({ session, request, files }: OpenPlan): Promise<OpenPlan> {
    const scoped = files.map(({ path, changes, steps, shared = false }) => ({
      path,
      changes,
      steps,
      isShared: shared,
    }));
    return this.plan(session, request, scoped);
  }

  /**
   * `paths`: only these. Without it, all that are not shared. Throws a Refusal 409 `plan_stale` if one of them is not as
   * the plan says; then nothing was written.
   */
  run(
    plan: OpenPlan,
    { paths, entry = randomUUID() }: { paths?: readonly string[] | undefined; entry?: string },
  ): Promise<PlanResult> {
    const chosen = chosenFiles(plan, paths);
    return this.#inTurn(() => this.#run(plan, chosen, entry));
  }

  async #run(plan: OpenPlan, chosen: OpenPlan['files'], entry: string): Promise<PlanResult> {
    for (const { path, current } of chosen) {
      const now = await this.read(path);
      if (!isSameState(now.state, current)) throw stale(path);
      // The overwritten content is kept so that the undo can be undone.
      if (now.bytes) await this.store.put(now.bytes, { isDurable: true });
    }
    for (const { target } of chosen)
      if (target.bytes) await this.store.put(target.bytes, { isDurable: true });
    const files = chosen.map(({ path, current, target, steps }) => ({
      path,
      before: current,
      after: target.state,
      steps,
    }));
    const { session, request } = plan;
    await this.journal.append({ type: 'undo', id: entry, session, request, files }, { isDurable: true });
    const outcomes: PlanResult['files'] = [];
    for (const file of chosen) outcomes.push({ path: file.path, ...(await this.#apply(file)) });
    await this.journal.append(
      { type: 'undone', id: entry, files: outcomes.map(({ path, outcome }) => ({ path, outcome })) },
      { isDurable: true },
    );
    return { entry, files: outcomes };
  }

  async #apply({
    path,
    current,
    target,
    action,
  }: OpenPlan['files'][number]): Promise<{ outcome: Outcome; why?: string }> {
    try {
      await applyFile(this.#root, { path, expected: current, target });
      return { outcome: action === 'delete' ? 'deleted' : action === 'merge' ? 'merged' : 'restored' };
    } catch (error) {
      const outcome = error instanceof ChangedMeanwhile ? 'changed' : 'failed';
      return { outcome, why: errorText(error) };
    }
  }

  /** Undos that a crash cut short: the files tell how far each one came. */
  async endInterrupted(): Promise<void> {
    const { undos } = await this.history();
    for (const { id, files, isEnded } of undos.values()) {
      if (isEnded) continue;
      const outcomes: { path: string; outcome: Outcome }[] = [];
      for (const { path, after } of files) {
        const { state } = await this.read(path);
        const isApplied = isSameState(state, after);
        outcomes.push({
          path,
          outcome: !isApplied ? 'failed' : after.kind === 'absent' ? 'deleted' : 'restored',
        });
      }
      await this.journal.append({ type: 'undone', id, files: outcomes }, { isDurable: true });
    }
  }

  /** Bytes of the recorded contents. Removes the oldest ones above the limit. */
  async size(): Promise<{ bytes: number; limit: number }> {
    const isDue = Date.now() - this.#sizedAt > SIZE_MS;
    if (isDue) {
      this.#sizedAt = Date.now();
      this.#bytes = await trimStore(this.store.folder);
    }
    return { bytes: this.#bytes, limit: STORE_LIMIT };
  }

  close(): Promise<void> {
    return this.journal.close();
  }
}

function chosenFiles({ files }: OpenPlan, paths: readonly string[] | undefined): OpenPlan['files'] {
  const unknown = paths?.find((path) => !files.some((file) => file.path === path));
  if (unknown !== undefined)
    throw new Refusal(400, 'bad_body', `paths: ${JSON.stringify(unknown)} is not part of the plan.`);
  const isDoable = ({ action }: PlannedFile): boolean => ['restore', 'delete', 'merge'].includes(action);
  const isChosen = ({ path, shared }: PlannedFile): boolean => (paths ? paths.includes(path) : !shared);
  return files.filter((file) => isDoable(file) && isChosen(file));
}

/** Why a path is never written; undefined for others. */
function placeLack(path: string): string | undefined {
  if (path.startsWith('/')) return 'It is outside the workspace, where the panel does not write.';
  if (path.split('/').some((name) => name.toLowerCase() === '.git'))
    return 'It belongs to git, where the panel does not write.';
  return undefined;
}

function stale(path: string): Refusal {
  const message = `${JSON.stringify(path)} was changed since the plan was made. Nothing was written; look at the plan again.`;
  return new Refusal(409, 'plan_stale', message);
}
