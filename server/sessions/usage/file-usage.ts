// Adds up tokens and money in one session file, by time and model, continuing where the last read ended.
import type { Usage } from '../../../shared/pi/messages.ts';
import { parseEntry, parseHeader } from '../../../shared/pi/session-parse.ts';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import type { UsageRow } from '../../../shared/usage.ts';
import { peekLine } from '../line-peek.ts';
import { scanLines, type ScannedLine } from '../line-scan.ts';
import { openSession } from '../open-session.ts';
import type { SessionFile } from '../list.ts';

/** A line longer than this contains images, so it is not an answer. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** The border between two days is a multiple of this in every time zone. In ms. */
const STEP_MS = 15 * 60_000;

/** What was used in a quarter of an hour, in one folder, with one model. */
export interface TimedUsage extends Omit<UsageRow, 'day'> {
  /** When the quarter began, in ms since 1970; null for entries without a time. */
  at: number | null;
}

export interface FileUsage {
  /** The file and its state at the last read. A different file is read from the beginning. */
  dev: number;
  ino: number;
  size: number;
  mtimeMs: number;
  /** Where the next read continues: after the last whole line. */
  to: number;
  /** Null until the first line is read; false if the file is not a session. */
  header: { id: string; cwd: string; version: number; copiedUntil: number } | null | false;
  rows: TimedUsage[];
}

/** Resolves to undefined if there is no such file any more, and to null if it cannot be read. */
export async function readUsage(
  file: SessionFile,
  known: FileUsage | undefined,
): Promise<FileUsage | null | undefined> {
  const { dev, ino, size, mtimeMs } = file.stats;
  if (known && isSame(known, file) && known.size === size && known.mtimeMs === mtimeMs) return known;
  const handle = await openSession(file.path);
  if (!handle) return handle;
  try {
    const isGrown = known !== undefined && isSame(known, file) && size >= known.to && known.header;
    const draft = new UsageDraft(isGrown ? known : null);
    await scanLines(handle, { from: draft.to, to: size, chunkBytes: CHUNK_BYTES }, (line) => draft.add(line));
    return { dev, ino, size, mtimeMs, to: draft.to, header: draft.header, rows: draft.rows() };
  } finally {
    await handle.close();
  }
}

const isSame = (known: FileUsage, { stats }: SessionFile): boolean =>
  known.dev === stats.dev && known.ino === stats.ino;

class UsageDraft {
  to: number;
  header: FileUsage['header'];
  readonly #rows: Map<string, TimedUsage>;

  constructor(known: FileUsage | null) {
    this.to = known?.to ?? 0;
    this.header = known?.header ?? null;
    this.#rows = new Map(known?.rows.map((row) => [keyOf(row.at, row), { ...row }]));
  }

  rows(): TimedUsage[] {
    return [...this.#rows.values()];
  }

  /** Returns false if the file is not a session. A line that may still grow is left for the next read. */
  add(line: ScannedLine): boolean {
    if (!line.isTerminated) return false;
    this.to = line.offset + line.length + 1;
    if (!this.header) return this.#addHeader(line);
    const { version, copiedUntil } = this.header;
    const peek = peekLine(line, version >= 2);
    const mayUse = peek && (peek.type === 'message' ? peek.role === 'assistant' : USING.has(peek.type));
    if (!mayUse || line.head.length < line.length) return true;
    // For what is used here, the position in a file of version 1 does not matter.
    const entry = parseEntry(line.head.toString(), { version, position: 1, parentPosition: 0, line: 0 });
    const used = entry && usageOf(entry);
    if (entry && used && !(peek.time < copiedUntil)) this.#addUsage(used, { at: peek.time, entry });
    return true;
  }

  #addHeader(line: ScannedLine): boolean {
    const header = parseHeader(line.head.toString());
    if (header === undefined) return true;
    if (header === null) {
      this.header = false;
      return false;
    }
    const { id, cwd, version = 1, timestamp, parentSession } = header;
    // A fork begins with the entries of the session from which it was forked, with their ids and times (in pi 0.73.1 to
    // 1.5.2).
    const copiedUntil = parentSession === undefined ? 0 : Date.parse(timestamp) || 0;
    this.header = { id, cwd, version, copiedUntil };
    return true;
  }

  #addUsage({ model, usage }: Used, { at, entry }: { at: number; entry: SessionEntry }): void {
    const row: TimedUsage = {
      at: Number.isNaN(at) ? null : Math.floor(at / STEP_MS) * STEP_MS,
      workspace: this.header ? this.header.cwd : '',
      model,
      input: count(usage.input),
      output: count(usage.output),
      cacheRead: count(usage.cacheRead),
      cacheWrite: count(usage.cacheWrite),
      cost: count(usage.cost?.total),
      billed: usage.cost?.totalFromProvider ? count(usage.cost.total) : 0,
      answers: entry.type === 'message' ? 1 : 0,
    };
    const key = keyOf(row.at, row);
    const before = this.#rows.get(key);
    this.#rows.set(key, before ? addRows(before, row) : row);
  }
}

interface Used {
  model: string;
  usage: Usage;
}

/** Besides answers, these entries also cost tokens. */
const USING = new Set(['compaction', 'branch_summary', 'usage']);

function usageOf(entry: SessionEntry): Used | null {
  if (entry.type === 'message') {
    const { message } = entry;
    if (message.role !== 'assistant' || !message.usage) return null;
    // As in pi's own sums, the price belongs to the model that answered.
    const { provider, model, responseModel } = message;
    return { model: nameOf(provider, responseModel ?? model), usage: message.usage };
  }
  if (entry.type === 'usage')
    return entry.usage && { model: nameOf(entry.provider, entry.model), usage: entry.usage };
  if ((entry.type === 'compaction' || entry.type === 'branch_summary') && entry.usage)
    return { model: '', usage: entry.usage };
  return null;
}

const nameOf = (provider: string | undefined, model: string | undefined): string =>
  [provider, model].filter(Boolean).join('/');

/** The file may contain anything. */
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

/** Identifies what is added up. `time`: a day, or when a quarter of an hour began. */
export function keyOf(time: string | number | null, { workspace, model }: Omit<TimedUsage, 'at'>): string {
  return [time, workspace, model].join('\n');
}

export function addRows<T extends Omit<TimedUsage, 'at'>>(a: T, b: Omit<TimedUsage, 'at'>): T {
  return {
    ...a,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cost: a.cost + b.cost,
    billed: a.billed + b.billed,
    answers: a.answers + b.answers,
  };
}
