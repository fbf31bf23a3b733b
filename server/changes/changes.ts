// The recorded changes of one workspace. Reads their journal, and plans and carries out undos.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ChangeList, PlanRequest, PlanResult, ShellTurn } from '../../shared/changes.ts';
import { isWritten } from '../../shared/plan-rows.ts';
import { Refusal } from '../../shared/refusal.ts';
import { CommitReader } from '../git/commits-since.ts';
import { turns } from '../lib/turns.ts';
import { onDisk } from '../workspace/disk-error.ts';
import type { Root } from '../workspace/inside.ts';
import { finishWrites } from '../workspace/unfinished-writes.ts';
import { BlobStore } from './contents/blob-store.ts';
import type { ChangesFolder } from './journal/changes-folder.ts';
import { ABSENT, type ReadState } from './contents/file-state.ts';
import { readEntry, type RealEntry } from './contents/real-entry.ts';
import { foldRecords, type History, type UndoEntry } from './journal/history.ts';
import { JournalReader, JournalWriter, type QueuedUndo } from './journal/journal.ts';
import { RemainingChanges } from './remaining-changes.ts';
import { TurnList } from './turn-list.ts';
import { chooseFiles } from './undo/chosen-files.ts';
import { notAFolder, planFile, type FilePlan } from './undo/plan-file.ts';
import { planSet } from './undo/plan-set.ts';
import { diskOf } from './undo/simulate.ts';
import type { OpenPlan } from './undo/planned.ts';
import { filesOf, renamesIn, stepsOf, type Rename } from './undo/scope.ts';
import type { Reversal, ScopedFile } from './journal/scoped-file.ts';
import { STORE_LIMIT, trimStore } from './contents/store-size.ts';
import { UndoRuns } from './undo/undo-runs.ts';

/**
 * How long a measured size is used, because adding up the sizes of many contents takes a moment. An empty store is
 * measured each time.
 */
const SIZE_MS = 60_000;
/** In ms. Changes from shells are listed for at least this long. */
const SHELLS_MS = 24 * 60 * 60_000;

export interface ChangesOptions {
  /** Absolute, without links. */
  workspace: string;
  folder: ChangesFolder;
}

export class Changes {
  readonly store: BlobStore;
  readonly journal: JournalWriter;
  readonly #root: Root;
  readonly #reader: JournalReader;
  readonly #runs: UndoRuns;
  readonly #turnList: TurnList;
  readonly #commits: CommitReader;
  /** Runs undos one after another, so that two of them never write at the same time. */
  readonly #inTurn = turns();
  /** The undos that a crash cut short, and that were finished when the journal was opened. */
  #finished: UndoEntry[] = [];
  #sizedAt = 0;
  #bytes = 0;
  #folded: { count: number; history: History } | null = null;

  constructor({ workspace, folder }: ChangesOptions) {
    this.#root = { real: workspace, unfinished: folder.unfinished };
    this.store = new BlobStore(folder.blobs);
    this.journal = new JournalWriter(folder.journal);
    this.#reader = new JournalReader(folder.journal);
    const { store, journal } = this;
    this.#turnList = new TurnList((hash) => store.get(hash), new RemainingChanges(this));
    this.#commits = new CommitReader(workspace);
    this.#runs = new UndoRuns({ root: this.#root, store, journal, read: (path) => this.read(path) });
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

  /** Reads the current state of a file in the workspace. Nothing is there behind a link. */
  read(path: string): Promise<RealEntry> {
    return onDisk(path, () => readEntry(this.#root, path));
  }

  /** Plans what the file would be without these changes. */
  async planReversal(path: string, changes: readonly Reversal[]): Promise<FilePlan & { current: ReadState }> {
    const read = protectedReason(path) ?? (await this.read(path).catch(messageOfRefusal));
    if (typeof read !== 'string' && read.blockedBy !== undefined)
      return { action: 'conflict', why: notAFolder(read.blockedBy), target: read, current: read };
    if (typeof read === 'string') {
      const absent = { state: ABSENT };
      return { action: 'conflict', why: read, target: absent, current: absent };
    }
    return { ...(await planFile(changes, read, (hash) => this.store.get(hash))), current: read };
  }

  /**
   * Returns the turns of a session with their files, the files of all turns, and what the user did in shells.
   * `isRunning`: whether calls may still be open.
   */
  async listTurns(
    history: History,
    session: string,
    isRunning: boolean,
  ): Promise<Pick<ChangeList, 'turns' | 'files'> & { shells: ShellTurn[] }> {
    const begun = history.turns.get(session)?.[0]?.at ?? Infinity;
    const since = Math.min(begun, Date.now() - SHELLS_MS);
    const [first] = stepsOf(history, session);
    const shell = history.steps.find(({ call, at }) => call.shell && at >= since);
    const from = Math.min(first?.at ?? Infinity, shell?.at ?? Infinity);
    const commits = from < Infinity ? await this.#commits.since(from) : null;
    const listed = await this.#turnList.list({ history, session, isRunning, commits });
    return { ...listed, shells: await this.#turnList.listShells({ history, commits }, since) };
  }

  async plan(session: string, request: PlanRequest, files: readonly ScopedFile[]): Promise<OpenPlan> {
    const read = (path: string): Promise<RealEntry> => this.read(path);
    const planned = await planSet(files, {
      read: async (path) => protectedReason(path) ?? (await read(path).catch(messageOfRefusal)),
      readContent: (hash) => this.store.get(hash),
      disk: diskOf(this.#root, read),
      ...(await this.#knownOf(session, files)),
    });
    const lines = files.find((file) => file.lines)?.lines;
    return {
      id: randomUUID(),
      session,
      request,
      ...(lines && { lines }),
      ...planned,
    };
  }

  /** Returns the changes of the session, and of these files, which may be those of an undo made before a fork. */
  async #knownOf(
    session: string,
    files: readonly ScopedFile[],
  ): Promise<{ renames: Rename[]; known: ScopedFile[] }> {
    const history = await this.history();
    const own = new Set(stepsOf(history, session));
    const planned = new Set(files.flatMap(({ steps }) => steps));
    const steps = history.steps.filter((step) => own.has(step) || planned.has(step.id));
    return { renames: renamesIn(steps), known: filesOf(steps) };
  }

  /**
   * Carries out a plan for these `paths`, or, without them, for all files that are not shared. Rejects with a Refusal
   * 409 `plan_stale`, and writes nothing, if one of them differs from what the plan says.
   */
  run(
    plan: OpenPlan,
    { paths, entry = randomUUID() }: { paths?: readonly string[] | undefined; entry?: string },
  ): Promise<PlanResult> {
    const chosen = chooseFiles(plan, paths).filter(isWritten);
    return this.#inTurn(() => this.#runs.run(plan, { chosen, entry }));
  }

  /** Saves a confirmed plan for later. `run` with its id carries the plan out, and `drop` forgets it. */
  async enqueue(queued: QueuedUndo): Promise<void> {
    await this.journal.append({ type: 'queued', ...queued }, { isDurable: true });
  }

  async drop(id: string): Promise<void> {
    await this.journal.append({ type: 'dropped', id }, { isDurable: true });
  }

  /** Finishes undos that a crash cut short, or accepts their files as they are. */
  async endInterrupted(): Promise<void> {
    // The undos report files that cannot be finished.
    await finishWrites(this.#root);
    const { undos } = await this.history();
    const open = [...undos.values()].filter(({ isEnded }) => !isEnded);
    for (const entry of open) {
      const files = await this.#runs.finish(entry);
      this.#finished.push({ ...entry, files, isEnded: true });
    }
  }

  /** Returns the undos of this session that `endInterrupted` has ended, once. */
  takeFinished(session: string): UndoEntry[] {
    const { own = [], others = [] } = Object.groupBy(this.#finished, (entry) =>
      entry.session === session ? 'own' : 'others',
    );
    this.#finished = others;
    return own;
  }

  /** Forgets everything recorded so far, and removes the contents. */
  forget(): Promise<void> {
    return this.#inTurn(async () => {
      await this.journal.append({ type: 'forgotten' }, { isDurable: true });
      await rm(this.store.folder, { recursive: true, force: true });
      this.#sizedAt = 0;
    });
  }

  /** Resolves to the bytes of the recorded contents, after removing the oldest ones beyond the limit. */
  async size(): Promise<{ bytes: number; limit: number }> {
    const isDue = this.#bytes === 0 || Date.now() - this.#sizedAt > SIZE_MS;
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

/**
 * Returns the message of a Refusal; throws any other error. One file must not make the whole list fail, for instance if
 * a folder has become a link out of the workspace.
 */
function messageOfRefusal(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  throw error;
}

/** Returns the reason for the user if this path is never written; undefined otherwise. */
function protectedReason(path: string): string | undefined {
  if (path.startsWith('/')) return 'It is outside the workspace, where the panel does not write.';
  if (path.split('/').some((name) => name.toLowerCase() === '.git'))
    return 'It belongs to git, where the panel does not write.';
  return undefined;
}
