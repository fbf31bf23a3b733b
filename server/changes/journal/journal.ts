// The journal of changes of one workspace: an append-only log of records. Every process writes to its own file, so a
// process that is killed in the middle of a line damages no other's records.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { FileState } from '../contents/file-state.ts';
import type { HunkLines, Outcome, PlanRequest } from '../../../shared/changes.ts';
import type { UndoDetails } from '../../../shared/companion.ts';
import { ifThere } from '../../lib/if-there.ts';
import { turns } from '../../lib/turns.ts';
import type { ScopedFile } from './scoped-file.ts';

/** The user's message that started a turn: the id of its entry in the session, and its timestamp. */
export interface Turn {
  id: string;
  at: number;
}

/**
 * Why a change that was only noticed may not be the call's: an editor saved the file meanwhile; the call took long and
 * does not name the file, or wrote it at moments that are far apart; or (`named`) it only took long.
 */
export type Doubt = 'editor' | 'unnamed' | 'moments' | 'named';

export interface Changed {
  /** Relative to the workspace, `/` between names; absolute outside the workspace. */
  path: string;
  before: FileState;
  after: FileState;
  /** Set if the path has another file after it. A file that was written in place keeps its other names. */
  isReplaced?: true;
  /** Set if the change was only noticed on disk. Otherwise the tool was asked to change this path. */
  isFound?: true;
  doubt?: Doubt;
  /** When it was written at the earliest and at the latest, if the system reported that. In ms since 1970. */
  written?: { first: number; last: number };
}

export interface Gap {
  /** The part of a call that is not recorded, in words for the user. */
  gap?: string;
  /** The same in journals of earlier versions. */
  lack?: string;
}

export type JournalRecord = {
  /** ms since 1970 */
  at: number;
} & (
  | {
      type: 'branch';
      session: string;
      turns: Turn[];
      /** The session from which this one was forked just now. */
      origin?: string;
    }
  /** Written before a tool runs. `from`: a moment before the earlier contents were read. */
  | ({
      type: 'call';
      session: string;
      from?: number;
      turn: Turn | null;
      call: string;
      tool: string;
      files: { path: string; before: FileState }[];
    } & Gap)
  | ({ type: 'result'; session: string; call: string; files: Changed[] } & Gap)
  /**
   * A save from the page. `from`: when it began. `base`: the hash of the content that it replaced, null for a new file;
   * absent if the saved content is not stored.
   */
  | { type: 'save'; path: string; after: FileState; from?: number; base?: string | null }
  /** A command from the user. `from` is its start. The record that is written at the start has no `to`. */
  | { type: 'command'; call: string; from: number; to?: number }
  /**
   * What was changed from a shell of the user. `turn`: its command and when that began; there may be several records of
   * it. `from`: a moment before the earlier contents were read.
   */
  | ({
      type: 'shell';
      turn: Turn;
      /** Absent if the shell does not tell its commands. */
      command?: string;
      from: number;
      files: Changed[];
    } & Gap)
  /** Written before the first file is changed. `steps`: the ids of the steps that are undone or redone. */
  | {
      type: 'undo';
      id: string;
      session: string;
      request: PlanRequest;
      /** If it concerns one hunk or some of its lines. */
      lines?: HunkLines;
      files: UndoneFile[];
    }
  | { type: 'undone'; id: string; files: { path: string; outcome: Outcome }[] }
  /** Confirmed while the agent was running. Its `undo` record follows under the same id, or it is dropped. */
  | ({ type: 'queued' } & QueuedUndo)
  | { type: 'dropped'; id: string }
  /** A line about an undo that waits for the model, until a `told` record with the same id. */
  | ({ type: 'untold' } & UntoldLine)
  | { type: 'told'; id: string }
  /** The user removed all earlier records. */
  | { type: 'forgotten' }
);

/** One path that an undo changes. */
export interface UndoneFile {
  path: string;
  before: FileState;
  after: FileState;
  steps: string[];
  /** The path from which the file is moved here. */
  from?: string;
  /** Whether another file takes the place of the one that is there. */
  isReplaced?: true;
  /** The temporary path at which a moved file makes room for others. */
  lift?: string;
}

export interface QueuedUndo {
  id: string;
  session: string;
  request: PlanRequest;
  /** If it concerns one hunk or some of its lines. */
  lines?: HunkLines;
  /** In records of earlier versions, `from` is the path that a renamed file has now, which is listed as well. */
  files: (ScopedFile & { from?: string })[];
  /** The paths that its files had when it was confirmed. A renamed file counts once. */
  paths?: string[];
}

/** A line for the model of this session. */
export interface UntoldLine {
  id: string;
  session: string;
  text: string;
  undo: UndoDetails;
}

/** Distributes over the union. */
type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;

export class JournalWriter {
  readonly #folder: string;
  #file: Promise<FileHandle> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** `folder`: absolute; created with the first record. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves when the record would survive a crash of this process, or with `isDurable` a power failure. */
  append(record: WithoutTime<JournalRecord> & { at?: number }, { isDurable = false } = {}): Promise<void> {
    const line = Buffer.from(`${JSON.stringify({ at: Date.now(), ...record })}\n`);
    const written = this.#last.then(async () => {
      const file = await (this.#file ??= this.#open());
      await file.appendFile(line);
      if (isDurable) await file.sync();
    });
    this.#last = written.catch(() => undefined);
    return written;
  }

  async close(): Promise<void> {
    await this.#last;
    const file = await this.#file?.catch(() => null);
    await file?.close();
    this.#file = null;
  }

  async #open(): Promise<FileHandle> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const name = `${Date.now()}-${process.pid}-${randomBytes(4).toString('hex')}.jsonl`;
      return await open(path.join(this.#folder, name), 'ax', 0o600);
    } catch (error) {
      this.#file = null;
      throw error;
    }
  }
}

export class JournalReader {
  readonly #folder: string;
  readonly #read = new Map<string, number>();
  readonly #records: JournalRecord[] = [];
  /** Reads one after another, because two concurrent reads would read the same lines twice. */
  readonly #inTurn = turns();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns all records so far, sorted by time. Records from one process keep the order in which it wrote them. */
  records(): Promise<readonly JournalRecord[]> {
    return this.#inTurn(() => this.#readNew());
  }

  async #readNew(): Promise<readonly JournalRecord[]> {
    const names = ((await ifThere(readdir(this.#folder))) ?? [])
      .filter((name) => name.endsWith('.jsonl'))
      .sort();
    for (const name of names) await this.#readMore(name);
    this.#records.sort((a, b) => a.at - b.at);
    return this.#records;
  }

  /**
   * Reads whole lines only. The last line may still be in the middle of being written, or was cut off when its process
   * was killed.
   */
  async #readMore(name: string): Promise<void> {
    const file = path.join(this.#folder, name);
    const from = this.#read.get(name) ?? 0;
    const { size } = await stat(file);
    if (size <= from) return;
    const handle = await open(file, 'r');
    try {
      const buffer = Buffer.alloc(size - from);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
      const end = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
      this.#read.set(name, from + end);
      for (const line of buffer.subarray(0, end).toString('utf8').split('\n')) {
        const record = parseLine(line);
        if (record) this.#records.push(record);
      }
    } finally {
      await handle.close();
    }
  }
}

function parseLine(line: string): JournalRecord | null {
  try {
    const record = JSON.parse(line) as JournalRecord;
    return typeof record?.at === 'number' && typeof record.type === 'string' ? record : null;
  } catch {
    return null;
  }
}
