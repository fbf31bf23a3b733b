// Builds rows and tool runs from the stored entries of a session, as the reducer does from live events.
import { withoutNotices } from '../pi/bash-text.ts';
import type {
  AgentMessage,
  AssistantMessage,
  CompactionSummaryMessage,
  CustomEntryMessage,
  SummarizedFiles,
  ToolResultMessage,
  UnreadableMessage,
  Usage,
  UserContent,
} from '../pi/messages.ts';
import type { SessionEntry } from '../pi/session.ts';
import { nestedRunsOf } from './nested-calls.ts';
import { warmingOf } from './warming.ts';
import { byteLength, endState, exitCodeOf, tailOf } from './tool-runs.ts';
import { entryKey, isShown, normalizeAbort, unreadableKey } from './transcript.ts';
import type { ContextEdit, Entry, ToolRun } from './conversation.ts';

export interface History {
  entries: Entry[];
  toolRuns: Record<string, ToolRun>;
}

/** Prepares a stored message for the view: shortens it and replaces images with references. */
export type Slim = (message: AgentMessage) => AgentMessage;

export interface HistoryPlace {
  /** The role of the row after this part of the branch. */
  next?: string | undefined;
  /** The effects of context edits, by the id of the entry. */
  edits?: ReadonlyMap<string, ContextEdit>;
  /** The types of session entries that extensions draw. */
  drawn?: ReadonlySet<string> | undefined;
}

/** Builds the rows and tool runs of `stored`, which is a part of a branch, in order. */
export function historyOf(stored: readonly SessionEntry[], slim: Slim, place: HistoryPlace = {}): History {
  const entries: Entry[] = [];
  const toolRuns: Record<string, ToolRun> = {};
  const calls: Record<string, ToolRun> = {};
  for (const [at, entry] of stored.entries()) {
    const raw = messageOf(entry) ?? warmingOf(entry) ?? toDrawnEntry(entry, place.drawn);
    const edit = place.edits?.get(entry.id);
    const unreadable = unreadableOf(entry, slim);
    if (unreadable && !raw) entries.push(unreadable);
    if (!raw || wasRetried(stored.slice(at), place)) continue;
    const message = slim(raw);
    if (message.role === 'toolResult')
      addResult(toolRuns, message, { raw, edit, call: calls[message.toolCallId] });
    else if (isShown(message)) {
      if (message.role === 'assistant') {
        const end = Date.parse(entry.timestamp);
        const called = callsOf(message, end);
        Object.assign(calls, called);
        // pi runs no call of an answer that was stopped or that failed (in pi 0.73.1 to 1.6).
        if (message.stopReason !== 'aborted' && message.stopReason !== 'error')
          Object.assign(toolRuns, called);
        // pi itself stores the duration from 1.x on.
        if (end >= message.timestamp) message.durationMs ??= end - message.timestamp;
      }
      const row: Entry = {
        key: rowKey(entries, entry, message),
        id: entry.id,
        message: normalizeAbort(message),
      };
      if (edit) row.edit = edit;
      if (message.role === 'bashExecution') {
        row.call = entry.id;
        toolRuns[entry.id] = userBash(entry.id, message, raw);
      }
      entries.push(row);
    }
    if (unreadable && !isHidden(message)) entries.push(unreadable);
  }
  return { entries, toolRuns };
}

/** Whether the page does not show the message on purpose. */
function isHidden(message: AgentMessage): boolean {
  return message.role !== 'toolResult' && !isShown(message);
}

/** The key of a row without a time is made from the id of its entry, because many rows may have none. */
function rowKey(entries: readonly Entry[], { id }: SessionEntry, message: AgentMessage): string {
  return message.timestamp > 0 ? entryKey(entries, message) : `${message.role}-0.${id}`;
}

/** Returns the row for what cannot be shown of an entry, or null if all of it can. */
function unreadableOf(entry: SessionEntry, slim: Slim): Entry | null {
  const { id, panel_flaw: flaw } = entry;
  if (!flaw) return null;
  const { fields, raw, isDamaged } = flaw;
  const isPart = entry.type !== 'unreadable';
  const message: UnreadableMessage = {
    role: 'unreadable',
    fields,
    raw,
    ...(isDamaged && { isDamaged }),
    ...(isPart && { isPart }),
    timestamp: timeOf(entry),
  };
  return { key: unreadableKey(id), id, message: slim(message) as UnreadableMessage };
}

/** The time at which an entry was written, in ms since 1970; 0 if it does not say. */
function timeOf({ timestamp }: SessionEntry): number {
  return Date.parse(timestamp) || 0;
}

/**
 * Whether the first of these entries is a failed attempt that pi repeated; the page then shows only the next attempt.
 * Between the two there are at most user bashes and the compaction that made room. pi >= 0.87 also omits a repeated
 * attempt from the context. For an answer that was cut off, that is the only sign that pi repeated it.
 */
function wasRetried([entry, ...rest]: readonly SessionEntry[], place: HistoryPlace): boolean {
  if (entry?.type !== 'message' || entry.message.role !== 'assistant') return false;
  const { stopReason } = normalizeAbort(entry.message) as AssistantMessage;
  const isOmitted = (id: string): boolean => place.edits?.get(id) === 'omitted';
  if (stopReason !== 'error' && !(stopReason === 'length' && isOmitted(entry.id))) return false;
  for (const next of rest) {
    if (next.type === 'custom_message' || next.type === 'branch_summary') return false;
    if (next.type !== 'message' || next.message.role === 'bashExecution') continue;
    if (next.message.role === 'system' || (next.message.role === 'toolResult' && isOmitted(next.id)))
      continue;
    return next.message.role === 'assistant';
  }
  return place.next === 'assistant';
}

/** Returns the message that an entry adds to the conversation, or null if it adds none. */
export function messageOf(entry: SessionEntry): AgentMessage | null {
  const timestamp = timeOf(entry);
  switch (entry.type) {
    case 'message':
      return entry.message;
    case 'custom_message': {
      const { customType, content, display, details } = entry;
      return { role: 'custom', customType, content, display, details, timestamp };
    }
    case 'compaction':
      return summaryMessage(entry, timestamp);
    case 'branch_summary': {
      const files = summarizedFiles(entry.details);
      const { summary, fromId, usage } = entry;
      const facts = { ...(files && { files }), ...(usage && { usage }) };
      return { role: 'branchSummary', summary, fromId, timestamp, ...facts };
    }
    default:
      return null;
  }
}

/** Returns the message of an entry that an extension draws, or null if none does. */
function toDrawnEntry(
  entry: SessionEntry,
  drawn: ReadonlySet<string> | undefined,
): CustomEntryMessage | null {
  if (entry.type !== 'custom' || !drawn?.has(entry.customType)) return null;
  const { customType, data } = entry;
  const timestamp = timeOf(entry);
  return { role: 'customEntry', customType, ...(data !== undefined && { details: data }), timestamp };
}

export function summaryMessage(
  given: { summary: string; tokensBefore: number; details?: unknown; usage?: Usage },
  timestamp: number,
): CompactionSummaryMessage {
  const { summary, tokensBefore, details, usage } = given;
  const files = summarizedFiles(details);
  const facts = { ...(files && { files }), ...(usage && { usage }) };
  return { role: 'compactionSummary', summary, tokensBefore, timestamp, ...facts };
}

/** Returns the summarized files, or null. An extension may have stored other details, or none. */
function summarizedFiles(details: unknown): SummarizedFiles | null {
  const { readFiles, modifiedFiles } = (details ?? {}) as Record<string, unknown>;
  const areNames = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((name) => typeof name === 'string');
  if (!areNames(readFiles) || !areNames(modifiedFiles)) return null;
  return readFiles.length + modifiedFiles.length > 0 ? { readFiles, modifiedFiles } : null;
}

/**
 * Returns the runs of a message's calls. A call without a stored result was interrupted by the end of its process. pi
 * writes an answer, starts its calls, and stamps all their results when the last call ends (in pi 0.73.1 to 1.5.2). So
 * `at`, the time of writing, gives the duration of a run only if it was the only one.
 */
function callsOf(message: AssistantMessage, at: number): Record<string, ToolRun> {
  const runs: Record<string, ToolRun> = {};
  const calls = message.content.filter((block) => block.type === 'toolCall');
  for (const { id, name, arguments: args } of calls) {
    const run: ToolRun = { id, name, args, state: 'interrupted', output: { bytes: 0, tail: '' } };
    if (calls.length === 1 && !Number.isNaN(at)) run.startedAt = at;
    runs[id] = run;
  }
  return runs;
}

function addResult(
  toolRuns: Record<string, ToolRun>,
  message: ToolResultMessage,
  { raw, edit, call }: { raw: AgentMessage; edit: ContextEdit | undefined; call: ToolRun | undefined },
): void {
  const text = textOf(message);
  const run: ToolRun = {
    ...(call ?? { id: message.toolCallId, name: message.toolName, args: {} }),
    state: endState(message.isError, text),
    endedAt: message.timestamp,
    output: { bytes: outputBytes(raw.role === 'toolResult' ? raw : message), tail: tailOf(text) },
  };
  if (edit) run.edit = edit;
  if (message.durationMs !== undefined) run.startedAt = message.timestamp - message.durationMs;
  if (message.details !== undefined) run.details = message.details;
  const images = message.content.filter((block) => block.type === 'image');
  if (images.length > 0) run.images = images;
  const exitCode = exitCodeOf(run);
  if (exitCode !== undefined) run.exitCode = exitCode;
  toolRuns[run.id] = run;
  // The shortened message lacks the nested calls, so they are read from the original.
  if (raw.role === 'toolResult') for (const nested of nestedRunsOf(raw)) toolRuns[nested.id] = nested;
}

function userBash(
  id: string,
  message: Extract<AgentMessage, { role: 'bashExecution' }>,
  raw: AgentMessage,
): ToolRun {
  const output = raw.role === 'bashExecution' ? raw.output : message.output;
  const run: ToolRun = {
    id,
    name: 'bash',
    args: { command: message.command },
    state: message.cancelled ? 'aborted' : message.exitCode === 0 ? 'ok' : 'failed',
    endedAt: message.timestamp,
    output: { bytes: byteLength(output), tail: tailOf(output) },
    user: { excludeFromContext: message.excludeFromContext ?? false },
  };
  if (message.exitCode !== undefined) run.exitCode = message.exitCode;
  return run;
}

export function textOf(message: ToolResultMessage): string {
  return plainText(message.content);
}

/** Returns the text of a message, without its images. */
export function plainText(content: UserContent): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** Returns the size of the whole output. pi gives the model only the end of a long one, and adds notices to it. */
function outputBytes({ toolName, content, details, isError }: ToolResultMessage): number {
  const text = plainText(content);
  if (toolName !== 'bash') return byteLength(text);
  const { truncation } = (details ?? {}) as { truncation?: { totalBytes?: unknown } };
  const total = truncation?.totalBytes;
  return typeof total === 'number' ? total : byteLength(withoutNotices(text, '', isError));
}
