// The rows of the transcript: entries, groups of messages that only read files, and the message being written.
// A row that does not change remains the same object.
import type { AssistantMessage, ToolCall } from '../../../shared/pi/messages.ts';
import type { Entry } from '../../../shared/view/view.ts';
import { FOLDED_FROM, isRead } from '../tools/parts.ts';

export type Row =
  | { kind: 'entry'; key: string; entry: Entry }
  /** Several messages that only read files. */
  | { kind: 'reads'; key: string; entries: readonly Entry[] }
  | { kind: 'live'; key: string };

export class Rows {
  #entries: readonly Entry[] = [];
  #liveKey: string | null = null;
  #rows: readonly Row[] = [];

  /** `liveKey`: the key of the message being written, if there is one. */
  of(entries: readonly Entry[], liveKey: string | null): readonly Row[] {
    if (entries === this.#entries && liveKey === this.#liveKey) return this.#rows;
    const known = new Map(this.#rows.map((row) => [row.key, row]));
    const rows = groupReads(entries).map((row) => reuse(known.get(row.key), row));
    if (liveKey !== null) rows.push(reuse(known.get(liveKey), { kind: 'live', key: liveKey }));
    this.#entries = entries;
    this.#liveKey = liveKey;
    this.#rows = rows;
    return rows;
  }
}

/** The calls of the messages of a folded row, in order. */
export function callsOf(entries: readonly Entry[]): ToolCall[] {
  return entries.flatMap(({ message }) =>
    message.role === 'assistant' ? message.content.filter((block) => block.type === 'toolCall') : [],
  );
}

function groupReads(entries: readonly Entry[]): Row[] {
  const rows: Row[] = [];
  let reads: Entry[] = [];
  const flush = (): void => {
    const [first] = reads;
    if (first && callsOf(reads).length >= FOLDED_FROM && reads.length > 1)
      rows.push({ kind: 'reads', key: first.key, entries: reads });
    else rows.push(...reads.map((entry): Row => ({ kind: 'entry', key: entry.key, entry })));
    reads = [];
  };
  for (const entry of entries) {
    if (entry.message.role === 'assistant' && hasOnlyReads(entry.message)) reads.push(entry);
    else {
      flush();
      rows.push({ kind: 'entry', key: entry.key, entry });
    }
  }
  flush();
  return rows;
}

function hasOnlyReads({ content, stopReason }: AssistantMessage): boolean {
  if (stopReason !== 'toolUse') return false;
  const calls = content.filter((block) => block.type === 'toolCall');
  const hasText = content.some((block) => block.type === 'text' && block.text.trim() !== '');
  return calls.length > 0 && !hasText && calls.every(({ name }) => isRead(name));
}

function reuse(known: Row | undefined, row: Row): Row {
  if (known?.kind !== row.kind) return row;
  if (row.kind === 'live') return known;
  if (row.kind === 'entry') return known.kind === 'entry' && known.entry === row.entry ? known : row;
  const before = known.kind === 'reads' ? known.entries : [];
  const isSame = before.length === row.entries.length && before.every((entry, i) => entry === row.entries[i]);
  return isSame ? known : row;
}
