// The settled rows of the conversation: their keys, and how they are added, removed and limited in number.
import type { AgentMessage } from '../pi/messages.ts';
import { trimToolRuns } from './tool-runs.ts';
import type { PanelEvent } from './view-event.ts';
import type { Entry, EntryMessage, Said, View } from './view.ts';

type Labelled = Extract<PanelEvent, { type: 'panel_label' }>;

/** With more rows than this, the view drops the oldest, down to `KEPT_ENTRIES`. Pages fetch older rows on demand. */
export const MAX_ENTRIES = 240;
const KEPT_ENTRIES = 160;

const PI_OWN_ABORTS = ['Request was aborted', 'This operation was aborted'];

/**
 * Messages have no id (any version), but the live and the stored message share role and timestamp. A suffix
 * distinguishes two of the same millisecond.
 */
export function entryKey(entries: readonly Entry[], message: { role: string; timestamp: number }): string {
  const plain = `${message.role}-${message.timestamp}`;
  let key = plain;
  for (let n = 2; isTaken(entries, key); n++) key = `${plain}.${n}`;
  return key;
}

/** The timestamp in a key, to find the row among stored entries. */
export function keyTime(key: string): number {
  return Number(/-(\d+)/.exec(key)?.[1] ?? Number.NaN);
}

export function appendEntry(view: View, entry: Entry): View {
  const entries = [...view.entries, entry];
  if (entries.length <= MAX_ENTRIES) return { ...view, entries };
  const kept = entries.slice(-KEPT_ENTRIES);
  return { ...view, entries: kept, hasOlder: true, toolRuns: trimToolRuns(view.toolRuns, kept) };
}

/** Live rows have no id, so they are found by role and time. Some messages are stored a moment after their event. */
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

/** pi stores a user bash when it ends, or after the run that it ended in (0.73.1 to 1.5.2). In this order. */
export function moveToEnd(view: View, calls: readonly string[]): View {
  const rows = calls.flatMap((call) => view.entries.find((entry) => entry.call === call) ?? []);
  const entries = [...view.entries.filter((entry) => !rows.includes(entry)), ...rows];
  return entries.every((entry, at) => entry === view.entries[at]) ? view : { ...view, entries };
}

export function appendMessage(view: View, message: EntryMessage, said?: Said): View {
  if (!isShown(message)) return view;
  const entry: Entry = { key: entryKey(view.entries, message), message: normalizeAbort(message) };
  return appendEntry(view, said ? { ...entry, said } : entry);
}

/** pi also sends system prompts and messages with `display: false`, which are not shown. */
export function isShown(message: AgentMessage): message is EntryMessage {
  if (message.role === 'system' || message.role === 'toolResult') return false;
  return message.role !== 'custom' || message.display;
}

/**
 * After an abort in a tool, pi 0.84.1 to 1.0.3 ends the turn with stopReason "error" and "This operation was aborted".
 * That is the user's Stop and not a failure.
 */
export function normalizeAbort(message: EntryMessage): EntryMessage {
  if (message.role !== 'assistant' || message.stopReason !== 'error') return message;
  if (!PI_OWN_ABORTS.some((text) => message.errorMessage?.startsWith(text))) return message;
  return { ...message, stopReason: 'aborted' };
}

/** The last failed attempt, if nothing but user bashes followed it. */
export function failedAttempt({ entries }: View): Entry | undefined {
  const last = entries.findLast(({ message }) => message.role !== 'bashExecution');
  if (last?.message.role !== 'assistant') return undefined;
  return ['error', 'length'].includes(last.message.stopReason) ? last : undefined;
}

/** Removes the failed attempt before a retry, as pi does. */
export function takeBackFailedAttempt(view: View): View {
  const failed = failedAttempt(view);
  return failed ? { ...view, entries: view.entries.filter((entry) => entry !== failed) } : view;
}

/** Only neighbours can have the same timestamp, so the last few rows are enough. */
function isTaken(entries: readonly Entry[], key: string): boolean {
  for (let i = entries.length - 1; i >= 0 && i >= entries.length - 32; i--) {
    if (entries[i]?.key === key) return true;
  }
  return false;
}
