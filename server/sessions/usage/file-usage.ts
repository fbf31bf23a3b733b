// Adds up tokens and money in one session file, by time and model, continuing where the last read ended.
import { CHANNEL } from '../../../shared/companion.ts';
import { parseEntry, parseHeader } from '../../../shared/pi/session-parse.ts';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import type { UsagePrompt, UsageRow } from '../../../shared/usage.ts';
import {
  missedTokens,
  paidPrice,
  requestAfter,
  requestModel,
  type CachedRequest,
} from '../../../shared/view/cache-miss.ts';
import { cutText } from '../../../shared/view/cut-text.ts';
import { peekLine } from '../line-peek.ts';
import { scanLines, type ScannedLine } from '../line-scan.ts';
import { openSession } from '../open-session.ts';
import type { SessionFile } from '../list.ts';
import { userTextOf } from '../user-text.ts';
import { childUsages, usageOf, USING, type Used } from './used.ts';

/** A line longer than this contains images, so it is not an answer. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** As many as a line of the table has room for. */
const PROMPT_CHARACTERS = 120;

/** How the panel's own extension begins its entries. */
const OWN_ENTRY = JSON.stringify(CHANNEL);

/** The border between two days is a multiple of this in every time zone. In ms. */
const STEP_MS = 15 * 60_000;

/** What was used in a quarter of an hour, in one folder, with one model. */
export interface TimedUsage extends Omit<UsageRow, 'day'> {
  /** When the quarter began, in ms since 1970; null for entries without a time. */
  at: number | null;
  /** The session of a sub-agent that is stored like any other, whose file tells the same. */
  child?: string;
  /** Whether pi's own statistics count it although it is of sub-agents, because the result of their tool tells it. */
  isInPi?: boolean;
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
  /** The last request, for what the next one finds in the cache. */
  last?: LastRequest;
  /** The ids of the sub-agents that are counted, some of which are told twice. */
  children?: string[];
}

interface LastRequest extends CachedRequest {
  /** Dollars for a token from the cache, if an answer of this model has told it. */
  readPrice?: number;
}

export interface UsageOptions {
  /** Leaves out what was written before, in ms since 1970. */
  since?: number | undefined;
  /** Also tells for which prompt it was spent. */
  byPrompt?: boolean;
}

/** Resolves to undefined if there is no such file any more, and to null if it cannot be read. */
export async function readUsage(
  file: SessionFile,
  known: FileUsage | undefined,
  options: UsageOptions = {},
): Promise<FileUsage | null | undefined> {
  const { dev, ino, size, mtimeMs } = file.stats;
  if (known && isSame(known, file) && known.size === size && known.mtimeMs === mtimeMs) return known;
  const handle = await openSession(file.path);
  if (!handle) return handle;
  try {
    const isGrown = known !== undefined && isSame(known, file) && size >= known.to && known.header;
    const draft = new UsageDraft(isGrown ? known : null, options);
    await scanLines(handle, { from: draft.to, to: size, chunkBytes: CHUNK_BYTES }, (line) => draft.add(line));
    const { to, header, last } = draft;
    const children = [...draft.children];
    return {
      ...{ dev, ino, size, mtimeMs, to, header, rows: draft.rows() },
      ...(last && { last }),
      ...(children.length > 0 && { children }),
    };
  } finally {
    await handle.close();
  }
}

const isSame = (known: FileUsage, { stats }: SessionFile): boolean =>
  known.dev === stats.dev && known.ino === stats.ino;

class UsageDraft {
  to: number;
  header: FileUsage['header'];
  last: LastRequest | undefined;
  readonly children: Set<string>;
  readonly #rows: Map<string, TimedUsage>;
  readonly #since: number;
  readonly #isByPrompt: boolean;
  #prompt: UsagePrompt | undefined;

  constructor(known: FileUsage | null, { since = 0, byPrompt = false }: UsageOptions) {
    this.last = known?.last;
    this.children = new Set(known?.children);
    this.#since = since;
    this.#isByPrompt = byPrompt;
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
    if (!peek) return true;
    if (this.#isByPrompt && peek.role === 'user') this.#addPrompt(line);
    if (line.head.length < line.length) return true;
    const isAnswer = peek.type === 'message' && peek.role === 'assistant';
    // A tool's result, or a message of an extension, may tell what the tool or sub-agents have used.
    const mayTell =
      line.head.includes('"usage"') && (peek.type !== 'custom' || line.head.includes(OWN_ENTRY));
    if (!isAnswer && !USING.has(peek.type) && !mayTell) return true;
    // For what is used here, the position in a file of version 1 does not matter.
    const entry = parseEntry(line.head.toString(), { version, position: 1, parentPosition: 0, line: 0 });
    if (!entry) return true;
    const isCounted = !(peek.time < copiedUntil) && !(peek.time < this.#since);
    const used = usageOf(entry);
    // What a tool itself has used includes its sub-agents.
    const children = this.#newChildren(entry);
    const all = used
      ? [{ ...used, ...this.#missOf(used, entry) }]
      : children.map((child) => ({ ...child, missed: 0, missedCost: 0 }));
    if (isCounted) for (const one of all) this.#addUsage(one, peek.time);
    return true;
  }

  #addPrompt(line: ScannedLine): void {
    const text = cutText(userTextOf(line).trim(), PROMPT_CHARACTERS).replaceAll(/\s+/g, ' ');
    this.#prompt = { number: (this.#prompt?.number ?? 0) + 1, text };
  }

  #newChildren(entry: SessionEntry): Used[] {
    return childUsages(entry).flatMap(({ id, ...used }) => {
      if (id !== undefined && this.children.has(id)) return [];
      if (id !== undefined) this.children.add(id);
      return [used];
    });
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

  /** Follows the requests, and returns what the cache had lost before this one. */
  #missOf({ usage }: Used, entry: SessionEntry): Pick<TimedUsage, 'missed' | 'missedCost'> {
    const before = this.last;
    if (entry.type !== 'message' || entry.message.role !== 'assistant') {
      // The next prompt is another one after a summary. Requests of tools, and those that warm the cache, keep it.
      if (entry.type === 'compaction' || entry.type === 'branch_summary') this.last = undefined;
      return { missed: 0, missedCost: 0 };
    }
    const { message } = entry;
    const isSame = before?.model === requestModel(message);
    const price = usage.cost.cacheRead / usage.cacheRead;
    const told = Number.isFinite(price) ? price : undefined;
    const readPrice = told ?? (isSame ? before?.readPrice : undefined);
    const request = requestAfter(before, message);
    this.last = request && { ...request, ...(readPrice !== undefined && { readPrice }) };
    const missed = missedTokens(before, usage);
    // Without the price of a cached token it is not known how much more was paid.
    const more = readPrice === undefined ? 0 : Math.max(0, paidPrice(usage) - readPrice);
    return { missed, missedCost: count(missed * more) };
  }

  #addUsage(
    {
      model,
      usage,
      source,
      child,
      isInPi,
      missed,
      missedCost,
    }: Used & Pick<TimedUsage, 'missed' | 'missedCost'>,
    at: number,
  ): void {
    const { cost } = usage;
    const row: TimedUsage = {
      at: Number.isNaN(at) ? null : Math.floor(at / STEP_MS) * STEP_MS,
      workspace: this.header ? this.header.cwd : '',
      ...{ model, source, ...(child !== undefined && { child }), ...(isInPi && { isInPi }) },
      input: count(usage.input),
      output: count(usage.output),
      cacheRead: count(usage.cacheRead),
      cacheWrite: count(usage.cacheWrite),
      cost: count(cost.total),
      billed: cost.totalFromProvider ? count(cost.total) : 0,
      costs: {
        input: count(cost.input),
        output: count(cost.output),
        cacheRead: count(cost.cacheRead),
        cacheWrite: count(cost.cacheWrite),
      },
      missed,
      missedCost,
      answers: source === 'answer' || source === 'failed' ? 1 : 0,
      ...(this.#prompt && { prompt: this.#prompt }),
    };
    const key = keyOf(row.at, row);
    const before = this.#rows.get(key);
    this.#rows.set(key, before ? addRows(before, row) : row);
  }
}

/** The file may contain anything. */
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

/** Identifies what is added up. `time`: a day, or when a quarter of an hour began. */
export function keyOf(
  time: string | number | null,
  { workspace, model, source, child = '', isInPi = false, prompt }: Omit<TimedUsage, 'at'>,
): string {
  return [time, workspace, model, source, child, isInPi, prompt?.number].join('\n');
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
    costs: {
      input: a.costs.input + b.costs.input,
      output: a.costs.output + b.costs.output,
      cacheRead: a.costs.cacheRead + b.costs.cacheRead,
      cacheWrite: a.costs.cacheWrite + b.costs.cacheWrite,
    },
    missed: a.missed + b.missed,
    missedCost: a.missedCost + b.missedCost,
    answers: a.answers + b.answers,
  };
}
