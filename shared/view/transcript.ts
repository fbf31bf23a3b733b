// The settled rows of the conversation: their keys, and how they are added, removed and limited in number.
import type { AgentMessage } from '../pi/messages.ts';
import { isLostAnswer } from './lost-answer.ts';
import { withFirstMessage } from './session-title.ts';
import { trimToolRuns } from './tool-runs.ts';
import type { PanelEvent, RowMark, StoredRow } from './view-event.ts';
import type { ContextEdit, Entry, EntryMessage, SentAs } from './conversation.ts';
import type { View } from './view.ts';

type Labeled = Extract<PanelEvent, { type: 'panel_label' }>;
type Edited = Extract<PanelEvent, { type: 'panel_context_edit' }>;

/**
 * If there are more rows than this, the view drops the oldest, down to `KEPT_ENTRIES`. Pages fetch older rows on
 * demand.
 */
export const MAX_ENTRIES = 240;
const KEPT_ENTRIES = 160;

const PI_OWN_ABORTS = ['Request was aborted', 'This operation was aborted'];

/** Returns the key of a message's row, unless another message with this role has the same time. */
export function messageKey({ role, timestamp }: { role: string; timestamp: number }): string {
  return `${role}-${timestamp}`;
}

/**
 * Returns a key for a new row. Messages have no id (in any version), but the live and the stored message share role and
 * timestamp. A suffix distinguishes two from the same millisecond.
 */
export function entryKey(entries: readonly Entry[], message: { role: string; timestamp: number }): string {
  const plain = messageKey(message);
  let key = plain;
  for (let n = 2; isTaken(entries, key); n++) key = `${plain}.${n}`;
  return key;
}

/** Returns the key of the row for what cannot be shown of the entry with this id. */
export function unreadableKey(id: string): string {
  return `unreadable-${id}`;
}

/** Returns the id of the entry in such a key. */
export function unreadableId(key: string): string | undefined {
  return key.startsWith('unreadable-') ? key.slice('unreadable-'.length) : undefined;
}

/** Returns the timestamp in a key, to find the row among stored entries. */
export function keyTime(key: string): number {
  return Number(/-(\d+)/.exec(key)?.[1] ?? Number.NaN);
}

export function appendEntry(view: View, entry: Entry): View {
  const entries = [...view.entries, entry];
  if (entries.length <= MAX_ENTRIES) return { ...view, entries };
  const kept = entries.slice(-KEPT_ENTRIES);
  return { ...view, entries: kept, hasOlder: true, toolRuns: trimToolRuns(view.toolRuns, kept) };
}

export function labelEntry(view: View, { entryId, label, row }: Labeled): View {
  const at = findRow(view.entries, entryId, row);
  const entry = view.entries[at];
  if (!entry || entry.label === label) return view;
  const { label: _old, ...rest } = entry;
  return { ...view, entries: view.entries.with(at, { ...rest, id: entryId, ...(label && { label }) }) };
}

export function editEntry(view: View, { entryId, edit, row, call }: Edited): View {
  const run = view.toolRuns[call ?? ''];
  if (run) return { ...view, toolRuns: { ...view.toolRuns, [run.id]: withEdit(run, edit) } };
  const at = findRow(view.entries, entryId, row);
  const entry = view.entries[at];
  if (!entry || entry.edit === edit) return view;
  const edited = withEdit({ ...entry, id: entryId }, edit);
  return { ...view, entries: dropRetried(view.entries.with(at, edited)) };
}

function withEdit<T extends { edit?: ContextEdit }>(
  { edit: _, ...row }: T,
  edit: ContextEdit | undefined,
): T {
  return { ...row, ...(edit && { edit }) } as T;
}

/** Gives rows that were seen live the ids of their entries. */
export function identifyEntries(view: View, rows: readonly StoredRow[]): View {
  const byKey = new Map(rows.map(({ key, ...facts }) => [key, facts]));
  const entries = view.entries.map((entry) => {
    const facts = byKey.get(entry.key);
    return facts ? { ...entry, ...facts } : entry;
  });
  return { ...view, entries };
}

/**
 * Finds the row of an entry. Live rows have no id, so they are found by role and time. pi stores some messages a moment
 * after their event.
 */
function findRow(entries: readonly Entry[], entryId: string, row: RowMark | undefined): number {
  return entries.findLastIndex(({ id, message }) => {
    if (id !== undefined || message.role !== row?.role) return id === entryId;
    const apart = Math.abs(message.timestamp - row.timestamp);
    return ['user', 'assistant', 'bashExecution'].includes(message.role) ? apart === 0 : apart < 1000;
  });
}

/**
 * Moves the rows of user bashes to the end, in this order. pi stores a user bash when it ends, or after the run that it
 * ended in (in pi 0.73.1 to 1.5.2).
 */
export function moveToEnd(view: View, calls: readonly string[]): View {
  const rows = calls.flatMap((call) => view.entries.find((entry) => entry.call === call) ?? []);
  const entries = [...view.entries.filter((entry) => !rows.includes(entry)), ...rows];
  return entries.every((entry, at) => entry === view.entries[at]) ? view : { ...view, entries };
}

export function appendMessage(view: View, message: EntryMessage, sentAs?: SentAs): View {
  if (!isShown(message)) return view;
  const entry: Entry = { key: entryKey(view.entries, message), message: normalizeAbort(message) };
  const appended = appendEntry(view, sentAs ? { ...entry, sentAs } : entry);
  return message.role === 'user' ? withFirstMessage(appended) : appended;
}

/** Whether the page shows this message. pi also sends system prompts and messages with `display: false`. */
export function isShown(message: AgentMessage): message is EntryMessage {
  if (message.role === 'system' || message.role === 'toolResult') return false;
  return message.role !== 'custom' || message.display;
}

/**
 * Marks an answer as aborted if the user's Stop ended it in a tool. pi 0.84.1 to 1.0.3 reports that as a failure, with
 * stopReason "error" and "This operation was aborted".
 */
export function normalizeAbort(message: EntryMessage): EntryMessage {
  if (message.role !== 'assistant' || message.stopReason !== 'error') return message;
  if (!PI_OWN_ABORTS.some((text) => message.errorMessage?.startsWith(text))) return message;
  return { ...message, stopReason: 'aborted' };
}

/**
 * Leaves out the failed attempts that pi repeated. Such an attempt is followed by another answer, with only user bashes
 * and the compaction that made room in between. Rows up to the one with the key `after` belong to earlier runs, whose
 * errors stay.
 */
export function dropRetried(entries: readonly Entry[], after?: string): Entry[] {
  const first = after === undefined ? 0 : entries.findIndex(({ key }) => key === after) + 1;
  return entries.filter((entry, at) => {
    if (at < first || !isFailedAttempt(entry)) return true;
    const next = entries.slice(at + 1).find(({ message }) => !BETWEEN_ATTEMPTS.has(message.role));
    return next?.message.role !== 'assistant';
  });
}

const BETWEEN_ATTEMPTS = new Set([
  'bashExecution',
  'compactionSummary',
  'customEntry',
  'unreadable',
  'warming',
]);

/** Returns the failed attempt at the end, which pi may be about to repeat. */
export function failedAttempt(entries: readonly Entry[]): Entry | undefined {
  const last = entries.findLast(({ message }) => !BETWEEN_ATTEMPTS.has(message.role));
  return last && isFailedAttempt(last) ? last : undefined;
}

/** Whether the conversation ends with a message of the user, or with tool calls. */
export function isUnanswered(entries: readonly Entry[]): boolean {
  const last = entries.findLast(({ message }) => !BETWEEN_ATTEMPTS.has(message.role))?.message;
  return last?.role === 'user' || (last?.role === 'assistant' && last.stopReason === 'toolUse');
}

/**
 * Whether this is a failed attempt. pi <= 0.87 may have run the tool calls of an answer that was cut off, so such an
 * answer counts only once pi omits it.
 */
function isFailedAttempt({ message, edit }: Entry): boolean {
  if (message.role !== 'assistant') return false;
  if (message.stopReason !== 'length') return message.stopReason === 'error' || isLostAnswer(message);
  return edit === 'omitted' || message.content.every(({ type }) => type !== 'toolCall');
}

/** Whether a row has this key. Only neighbors can have the same timestamp, so the last few rows are enough. */
function isTaken(entries: readonly Entry[], key: string): boolean {
  for (let i = entries.length - 1; i >= 0 && i >= entries.length - 32; i--) {
    if (entries[i]?.key === key) return true;
  }
  return false;
}
