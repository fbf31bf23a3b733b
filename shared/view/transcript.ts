// The settled rows of the conversation: how they are keyed, appended, taken back and kept bounded.
import type { AgentMessage } from '../pi/messages.ts';
import { trimToolRuns } from './tool-runs.ts';
import type { PanelEvent } from './view-event.ts';
import type { Entry, EntryMessage, Said, View } from './view.ts';

type Labelled = Extract<PanelEvent, { type: 'panel_label' }>;

/** When the view holds more rows than this, its head is dropped; older rows come on demand. */
export const MAX_ENTRIES = 240;
const KEPT_ENTRIES = 160;

const PI_OWN_ABORTS = ['Request was aborted', 'This operation was aborted'];

/**
 * Messages have no id (any version), but the live and the stored one share role and timestamp.
 * The suffix keeps two of the same millisecond apart.
 */
export function entryKey(entries: readonly Entry[], message: { role: string; timestamp: number }): string {
  const plain = `${message.role}-${message.timestamp}`;
  let key = plain;
  for (let n = 2; isTaken(entries, key); n++) key = `${plain}.${n}`;
  return key;
}

/** The timestamp inside a key, to find its place among stored entries. */
export function keyTime(key: string): number {
  return Number(/-(\d+)/.exec(key)?.[1] ?? Number.NaN);
}

export function appendEntry(view: View, entry: Entry): View {
  const entries = [...view.entries, entry];
  if (entries.length <= MAX_ENTRIES) return { ...view, entries };
  const kept = entries.slice(-KEPT_ENTRIES);
  return { ...view, entries: kept, hasOlder: true, toolRuns: trimToolRuns(view.toolRuns, kept) };
}

/** Live rows have no id yet, and what is no plain message is stored a moment after it was told. */
export function labelEntry(view: View, { entryId, label, row }: Labelled): View {
  const at = view.entries.findLastIndex(({ id, message }) => {
    if (id !== undefined || message.role !== row?.role) return id === entryId;
    const apart = Math.abs(message.timestamp - row.timestamp);
    return ['user', 'assistant', 'bashExecution'].includes(message.role) ? apart === 0 : apart < 1000;
  });
  const entry = view.entries[at];
  if (!entry || entry.label === label) return view;
  const { label: _old, ...rest } = entry;
  return { ...view, entries: view.entries.with(at, { ...rest, id: entryId, ...(label && { label }) }) };
}

/** pi stores what the person ran when it has ended, during a run behind that (0.73.1 to 1.5.2). In this order. */
export function moveToEnd(view: View, calls: readonly string[]): View {
  const rows = calls.flatMap((call) => view.entries.find((entry) => entry.call === call) ?? []);
  const entries = [...view.entries.filter((entry) => !rows.includes(entry)), ...rows];
  return entries.every((entry, at) => entry === view.entries[at]) ? view : { ...view, entries };
}

export function appendMessage(view: View, message: EntryMessage, said?: Said): View {
  if (!isShown(message)) return view;
  const entry: Entry = { key: entryKey(view.entries, message), message: settled(message) };
  return appendEntry(view, said ? { ...entry, said } : entry);
}

/** System prompts and what an extension marked `display: false` are on the wire, but not for the reader. */
export function isShown(message: AgentMessage): message is EntryMessage {
  if (message.role === 'system' || message.role === 'toolResult') return false;
  return message.role !== 'custom' || message.display;
}

/**
 * After an abort in a tool, pi 0.84.1 to 1.0.3 closes the turn with stopReason "error" and
 * "This operation was aborted": that is the person's own Stop, not a failure.
 */
export function settled(message: EntryMessage): EntryMessage {
  if (message.role !== 'assistant' || message.stopReason !== 'error') return message;
  if (!PI_OWN_ABORTS.some((text) => message.errorMessage?.startsWith(text))) return message;
  return { ...message, stopReason: 'aborted' };
}

/** The attempt that failed last, if nothing came after it but what the person ran beside it. */
export function failedAttempt({ entries }: View): Entry | undefined {
  const last = entries.findLast(({ message }) => message.role !== 'bashExecution');
  if (last?.message.role !== 'assistant') return undefined;
  return ['error', 'length'].includes(last.message.stopReason) ? last : undefined;
}

/** A retry follows: pi forgets the failed attempt, and so does the page. */
export function takeBackFailedAttempt(view: View): View {
  const failed = failedAttempt(view);
  return failed ? { ...view, entries: view.entries.filter((entry) => entry !== failed) } : view;
}

/** Keys are searched from the end: a clash can only be with a neighbour. */
function isTaken(entries: readonly Entry[], key: string): boolean {
  for (let i = entries.length - 1; i >= 0 && i >= entries.length - 32; i--) {
    if (entries[i]?.key === key) return true;
  }
  return false;
}
