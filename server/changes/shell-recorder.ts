// Records what the user does to the files of a workspace in shells. A shell does not wait until its beginning is recorded,
// so the workspace is followed all the time that one is open, and what changes while a command runs is the command's.
import { setTimeout as wait } from 'node:timers/promises';
import { turns } from '../lib/turns.ts';
import { BlobStore } from './contents/blob-store.ts';
import type { FileState } from './contents/file-state.ts';
import { watchUnreferenced, type Moments } from './contents/reported-paths.ts';
import { FoundChanges } from './found-changes.ts';
import type { ChangesFolder } from './journal/changes-folder.ts';
import { JournalWriter, type Changed } from './journal/journal.ts';

const MAX_FILES = 2000;
/** Changes are recorded once nothing has been written for so long, in ms, or after the longer time. */
const [QUIET_MS, LONGEST_MS] = [300, 2000];
/** A shell is not opened before the workspace is read, unless that takes longer, in ms. */
const START_MS = 500;
const NOT_READ = 'A command started before the workspace was read to the end.';

/** A command in a shell. */
export interface ShellRun {
  id: string;
  /** When it began, in ms since 1970. */
  at: number;
  /** Null if the shell does not tell it. */
  command: string | null;
}

/** What was recorded. `from`, `to`: when it was written at the earliest and at the latest, in ms since 1970. */
export interface RecordedInShell {
  from: number;
  to: number;
  paths: string[];
}

export interface ShellRecorderOptions {
  /** Absolute, without links. */
  workspace: string;
  folder: ChangesFolder;
  /** Called after changes were recorded. */
  onRecorded: (recorded: RecordedInShell) => void;
  onTrouble: (error: unknown) => void;
}

export class ShellRecorder {
  readonly #options: ShellRecorderOptions;
  readonly #journal: JournalWriter;
  readonly #found: FoundChanges;
  readonly #inTurn = turns();
  /** Those that run, and those that have ended since the last recording. */
  readonly #runs = new Set<ShellRun & { isOver: boolean; gaps: Set<string> }>();
  /** The last recorded states. A file that is written all the time has no other known earlier content. */
  readonly #last = new Map<string, FileState>();
  /** A moment before the known state of the tree was read. */
  #readAt = 0;
  #isRead = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #reportedAt = 0;

  constructor(options: ShellRecorderOptions) {
    this.#options = options;
    const { workspace, folder } = options;
    this.#journal = new JournalWriter(folder.journal);
    this.#found = new FoundChanges(workspace, {
      store: new BlobStore(folder.blobs),
      maxFiles: MAX_FILES,
      isOpen: () => false,
      watchFolder: (watched, onEvent) =>
        watchUnreferenced(watched, (event, name) => {
          onEvent(event, name);
          this.#onReport();
        }),
    });
  }

  /** Resolves when the workspace is read, or after a moment. */
  async warm(): Promise<void> {
    await Promise.race([this.#inTurn(() => this.#read()), wait(START_MS, undefined, { ref: false })]);
  }

  async #read(): Promise<void> {
    if (this.#isRead) return;
    this.#readAt = Date.now();
    await this.#found.warm();
    this.#isRead = true;
  }

  /** A command begins. */
  begin(run: ShellRun): void {
    this.#runs.add({ ...run, isOver: false, gaps: new Set(this.#isRead ? [] : [NOT_READ]) });
  }

  /** Call this when the line of a command becomes known. */
  name(id: string, command: string): void {
    for (const run of this.#runs) if (run.id === id) run.command = command;
  }

  /** The command is over. */
  async end(id: string): Promise<void> {
    for (const run of this.#runs) if (run.id === id) run.isOver = true;
    await this.record();
  }

  /** Records what has changed by now. */
  record(): Promise<void> {
    return this.#inTurn(() => this.#record());
  }

  async close(): Promise<void> {
    await this.record().catch(this.#options.onTrouble);
    if (this.#timer) clearTimeout(this.#timer);
    this.#found.close();
    await this.#journal.close();
  }

  #onReport(): void {
    const now = Date.now();
    if (!this.#timer) this.#reportedAt = now;
    else clearTimeout(this.#timer);
    const left = Math.max(0, Math.min(QUIET_MS, this.#reportedAt + LONGEST_MS - now));
    this.#timer = setTimeout(() => void this.record().catch(this.#options.onTrouble), left).unref();
  }

  async #record(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#read();
    const runs = [...this.#runs].sort((a, b) => a.at - b.at);
    const from = this.#readAt;
    this.#readAt = Date.now();
    if (runs.length === 0) {
      this.#last.clear();
      await this.#found.skip();
    } else await this.#recordFor(runs, from);
    for (const run of runs) if (run.isOver) this.#runs.delete(run);
    // The next command may write the index.
    await this.#found.refresh();
  }

  async #recordFor(runs: readonly (ShellRun & { gaps: Set<string> })[], from: number): Promise<void> {
    const since = runs[0]!.at;
    const times = new Map<string, Moments>();
    const { files, gaps } = await this.#found.take({
      from: since,
      isOurs: ({ path: name, after }, moments) => {
        // A busy machine reports late.
        if (moments)
          times.set(name, { ...moments, first: Math.min(moments.first, after?.changedAt ?? Infinity) });
        const isOurs = moments === undefined || moments.last >= since;
        if (!isOurs) this.#last.delete(name);
        return isOurs;
      },
    });
    const { coverageGap } = this.#found.tree;
    const noted = gaps.concat(files.length > 0 && coverageGap !== null ? coverageGap : []);
    const changed = files.map((file) => this.#complete(file, times.get(file.path)));
    const byRun = Map.groupBy(changed, ({ written }) =>
      runs.findLast(({ at }) => at <= (written?.last ?? Infinity)),
    );
    for (const run of runs) {
      const own = byRun.get(run) ?? [];
      const isLast = run === runs.at(-1);
      const news = [...run.gaps, ...(isLast ? noted : [])].filter(
        (gap) => gap === NOT_READ || !run.gaps.has(gap),
      );
      if (own.length === 0 && (news.length === 0 || !isLast || news[0] === NOT_READ)) continue;
      for (const gap of noted) run.gaps.add(gap);
      run.gaps.delete(NOT_READ);
      const { id, at, command } = run;
      await this.#journal.append({
        type: 'shell',
        turn: { id, at },
        ...(command !== null && { command }),
        ...{ from, files: own },
        ...(news.length > 0 && { gap: news.join(' ') }),
      });
      const first = Math.min(...own.map(({ written }) => written?.first ?? since));
      this.#options.onRecorded({ from: first, to: Date.now(), paths: own.map(({ path }) => path) });
    }
  }

  #complete(file: Changed, written: Moments | undefined): Changed {
    const last = this.#last.get(file.path);
    this.#last.set(file.path, file.after);
    const before = file.before.kind === 'unknown' && last ? last : file.before;
    return { ...file, before, ...(written && { written }) };
  }
}
