// Computes the rows of the transcript. Tool calls and thinking between two texts form a group, each turn that used
// tools ends with a foot, and after a compaction a line marks the first entry that the model still sees. A row that
// does not change stays the same object.
import type { AssistantMessage } from '../../../shared/pi/messages.ts';
import type { Entry } from '../../../shared/view/conversation.ts';

/** An assistant message from the block `from` on. */
export interface Piece {
  key: string;
  entry: Entry;
  from: number;
}

export type Row =
  /**
   * `to`: the block before which the row ends, because the next group shows the rest of the assistant message.
   * `isReplaced`: whether the entry is a summary that a later compaction has replaced, so that the model no longer sees
   * it.
   */
  | { kind: 'entry'; key: string; entry: Entry; to?: number; isReplaced?: boolean }
  | { kind: 'work'; key: string; pieces: readonly Piece[] }
  | { kind: 'live'; key: string }
  /** The foot of a turn, with the messages after the user's. */
  | { kind: 'foot'; key: string; entries: readonly Entry[] }
  /** The line below which the model sees the conversation. */
  | { kind: 'boundary'; key: string }
  /** The line where the session file lacks an entry, so that the model does not see what is above. */
  | { kind: 'cut'; key: string; lost: number }
  /** What an answer or a request of pi itself cost, as one sentence. */
  | { kind: 'cost'; key: string; words: string };

export interface RowsOptions {
  /** The key of the streamed message, if there is one. */
  liveKey: string | null;
  /** Whether the last turn is running. */
  isRunning: boolean;
  /** Sentences about costs, by the key of the entry that they follow. */
  costs?: CostNotes | undefined;
}

export type CostNotes = ReadonlyMap<string, readonly string[]>;

export class Rows {
  #entries: readonly Entry[] = [];
  #options: RowsOptions = { liveKey: null, isRunning: false };
  #rows: readonly Row[] = [];

  of(entries: readonly Entry[], options: RowsOptions): readonly Row[] {
    const { liveKey, isRunning, costs } = options;
    const before = this.#options;
    const isSame = liveKey === before.liveKey && isRunning === before.isRunning && costs === before.costs;
    if (entries === this.#entries && isSame) return this.#rows;
    const known = new Map(this.#rows.map((row) => [row.key, row]));
    const rows: Row[] = buildRows(entries, isRunning || liveKey !== null, costs);
    if (liveKey !== null) rows.push({ kind: 'live', key: liveKey });
    this.#entries = entries;
    this.#options = options;
    this.#rows = rows.map((row) => reuse(known.get(row.key), row));
    return this.#rows;
  }
}

/** Finds the row of an entry, which may be a work group. */
export function rowOfKey(rows: readonly Row[], key: string): Row | undefined {
  return rows.find((row) =>
    row.kind === 'work' ? row.pieces.some((piece) => piece.key === key) : row.key === key,
  );
}

/** Finds the row with the card of a tool call or of a user bash command. */
export function rowOfCall(rows: readonly Row[], call: string): Row | undefined {
  const calls = ({ message }: Entry): boolean =>
    message.role === 'assistant' &&
    message.content.some((block) => block.type === 'toolCall' && block.id === call);
  return rows.find((row) => {
    if (row.kind === 'work') return row.pieces.some(({ entry }) => calls(entry));
    return row.kind === 'entry' && (row.entry.call === call || (row.to === undefined && calls(row.entry)));
  });
}

function buildRows(entries: readonly Entry[], isRunning: boolean, costs?: CostNotes): Row[] {
  const summary = entries.findLast(isCompaction);
  const keptFrom = summary?.keptFrom ?? null;
  const rows: Row[] = [];
  let work: Piece[] = [];
  let turn: Entry[] = [];
  /** How many rows there are up to the last row of the turn's answers. A command of the user may follow it. */
  let turnEnd = 0;
  const addAnswer = (row: Row): void => void (turnEnd = rows.push(row));
  const endWork = (): void => {
    const [first] = work;
    if (first) addAnswer({ kind: 'work', key: `work ${first.key}`, pieces: work });
    work = [];
  };
  const endTurn = (): void => {
    endWork();
    const [first] = turn;
    if (first && turn.some(hasCalls))
      rows.splice(turnEnd, 0, { kind: 'foot', key: `foot ${first.key}`, entries: turn });
    turn = [];
  };
  const addCosts = (key: string): void => {
    const sentences = costs?.get(key) ?? [];
    if (sentences.length > 0) endWork();
    for (const [at, words] of sentences.entries())
      addAnswer({ kind: 'cost', key: `cost ${at} ${key}`, words });
  };
  for (const entry of entries) {
    const { key, message } = entry;
    if (message.role === 'warming') {
      addCosts(key);
      continue;
    }
    // A steering message is part of the turn that it steers.
    if (message.role === 'user' && entry.sentAs?.lane !== 'steer') endTurn();
    if (keptFrom !== null && entry.id === keptFrom) {
      endWork();
      rows.push({ kind: 'boundary', key: `boundary ${key}` });
    }
    if (entry.lost !== undefined) {
      endWork();
      rows.push({ kind: 'cut', key: `cut ${key}`, lost: entry.lost });
    }
    if (message.role !== 'assistant') {
      endWork();
      const isReplaced = isCompaction(entry) && entry !== summary;
      rows.push({ kind: 'entry', key, entry, ...(isReplaced && { isReplaced }) });
      addCosts(key);
      continue;
    }
    turn.push(entry);
    const [from, end] = [workStart(message), message.content.length];
    if (from > 0 || end === 0) {
      endWork();
      addAnswer({ kind: 'entry', key, entry, ...(from < end && { to: from }) });
    }
    if (from < end) work.push({ key, entry, from });
    addCosts(key);
  }
  if (isRunning) endWork();
  else endTurn();
  return rows;
}

/**
 * Returns the index of the first block after the last text. Returns the end if no tool is called there, or if the
 * message did not end with tool calls.
 */
function workStart({ content, stopReason }: AssistantMessage): number {
  if (stopReason !== 'toolUse') return content.length;
  const from = content.findLastIndex((block) => block.type === 'text' && block.text.trim() !== '') + 1;
  return content.slice(from).some(({ type }) => type === 'toolCall') ? from : content.length;
}

function isCompaction({ message }: Entry): boolean {
  return message.role === 'compactionSummary';
}

function hasCalls({ message }: Entry): boolean {
  return message.role === 'assistant' && message.content.some(({ type }) => type === 'toolCall');
}

function reuse(known: Row | undefined, row: Row): Row {
  if (known?.kind !== row.kind) return row;
  switch (row.kind) {
    case 'live':
    case 'boundary':
      return known;
    case 'cut':
      return known.kind === 'cut' && known.lost === row.lost ? known : row;
    case 'cost':
      return known.kind === 'cost' && known.words === row.words ? known : row;
    case 'entry':
      return known.kind === 'entry' && isSameEntry(known, row) ? known : row;
    case 'work':
      return known.kind === 'work' && areSame(known.pieces, row.pieces) ? known : row;
    case 'foot':
      return known.kind === 'foot' && isSameList(known.entries, row.entries) ? known : row;
  }
}

type EntryRow = Extract<Row, { kind: 'entry' }>;

function isSameEntry(before: EntryRow, after: EntryRow): boolean {
  return before.entry === after.entry && before.to === after.to && before.isReplaced === after.isReplaced;
}

function areSame(before: readonly Piece[], after: readonly Piece[]): boolean {
  return before.length === after.length && after.every(({ entry }, at) => entry === before[at]!.entry);
}

function isSameList(before: readonly Entry[], after: readonly Entry[]): boolean {
  return before.length === after.length && after.every((entry, at) => entry === before[at]);
}
