// pi's session file (JSONL, versions 1 to 3), in pi's own words, and how one line of it is read.
// Format of 0.73.1 to 1.5.2. Nothing here touches a disk; the file is never written by us.
import { migrateEntry, type LinePlace } from './session-migration.ts';
import type { AgentMessage, SystemMessage, Usage, UserContent } from './messages.ts';

/** The version every supported pi writes; a file may claim any (pi opens version 99 without complaint). */
export const SESSION_VERSION = 3;

/** The first line. It is no part of the tree. */
export interface SessionHeader {
  type: 'session';
  /** Absent in version 1. */
  version?: number;
  id: string;
  /** ISO 8601. */
  timestamp: string;
  /** Where the agent worked; may be gone by now. */
  cwd: string;
  /** Path of the session file that this one was forked or cloned from. */
  parentSession?: string;
}

interface EntryBase<Type extends string> {
  type: Type;
  /** Eight hex digits, as a rule. */
  id: string;
  /** Null for the first entry. An id that no line carries makes the entry a root, too. */
  parentId: string | null;
  /** ISO 8601: when the entry was written, so after the `timestamp` of the message in it. */
  timestamp: string;
}

export interface MessageEntry extends EntryBase<'message'> {
  message: AgentMessage;
}

export interface ModelChangeEntry extends EntryBase<'model_change'> {
  provider: string;
  modelId: string;
}

export interface ThinkingLevelChangeEntry extends EntryBase<'thinking_level_change'> {
  thinkingLevel: string;
}

/** What went before `firstKeptEntryId` is no longer sent to the model. */
export interface CompactionEntry extends EntryBase<'compaction'> {
  summary: string;
  firstKeptEntryId: string;
  tokensBefore: number;
  details?: unknown;
  fromHook?: boolean;
  /** pi >= 0.82. */
  usage?: Usage;
  /** pi >= 0.87. */
  systemMessage?: SystemMessage;
}

/** What was left behind when the conversation went back to an earlier entry. */
export interface BranchSummaryEntry extends EntryBase<'branch_summary'> {
  /** The leaf that was left, or `root`. */
  fromId: string;
  summary: string;
  details?: unknown;
  fromHook?: boolean;
  usage?: Usage;
}

/** State of an extension; no part of the conversation. */
export interface CustomEntry extends EntryBase<'custom'> {
  customType: string;
  data?: unknown;
}

/** A message of an extension; `display: false` hides it from the reader. */
export interface CustomMessageEntry extends EntryBase<'custom_message'> {
  customType: string;
  content: UserContent;
  display: boolean;
  details?: unknown;
}

/** A bookmark; without `label` it is taken away. */
export interface LabelEntry extends EntryBase<'label'> {
  targetId: string;
  label?: string;
}

/** The last one in the file names the session; an empty name clears it. */
export interface SessionInfoEntry extends EntryBase<'session_info'> {
  name?: string;
}

/** pi >= 0.87: an earlier entry left the conversation (null) or goes to the model with other content. */
export interface ContextEditEntry extends EntryBase<'context_edit'> {
  targetId: string;
  replacement: { content: unknown } | null;
}

/** pi >= 0.87: tokens that no message accounts for. */
export interface UsageEntry extends EntryBase<'usage'> {
  kind: string;
  provider: string;
  model: string;
  usage: Usage;
  note?: string;
}

/**
 * Every type known so far. At run time others come through as well, with at least `type`, `id`,
 * `parentId` and `timestamp`: a switch over `type` needs a default that does no harm.
 */
export type SessionEntry =
  | MessageEntry
  | ModelChangeEntry
  | ThinkingLevelChangeEntry
  | CompactionEntry
  | BranchSummaryEntry
  | CustomEntry
  | CustomMessageEntry
  | LabelEntry
  | SessionInfoEntry
  | ContextEditEntry
  | UsageEntry;

export interface Session {
  header: SessionHeader;
  /** In file order, at version 3. */
  entries: SessionEntry[];
}

/**
 * Reads a whole session. Like pi it skips what is no JSON, and takes the first line that is JSON as the header.
 * Returns undefined when that line is no session header: the text is something else.
 */
export function parseSession(text: string): Session | undefined {
  let header: SessionHeader | undefined;
  const entries: SessionEntry[] = [];
  let position = 0;
  let parentPosition = 0;
  for (const line of text.split('\n')) {
    const value = parseObject(line);
    if (!value) continue;
    if (!header) {
      header = toHeader(value);
      if (!header) return undefined;
    } else {
      const entry = toEntry(value, { version: header.version ?? 1, position, parentPosition });
      if (entry) {
        entries.push(entry);
        parentPosition = position;
      }
    }
    position++;
  }
  return header && { header, entries };
}

/**
 * Reads the header line. Undefined for a line that is no JSON object (pi then tries the next one),
 * null for one that is something else, which means that the file is no session.
 */
export function parseHeader(line: string): SessionHeader | null | undefined {
  const value = parseObject(line);
  return value && (toHeader(value) ?? null);
}

/**
 * Reads one entry line. `place` says what stands around it, where the file may be older than version 3.
 * Undefined for a line that is no JSON object, has no `type`, no id, or is a header.
 */
export function parseEntry(
  line: string,
  place: LinePlace = { version: SESSION_VERSION, position: 0, parentPosition: 0 },
): SessionEntry | undefined {
  const value = parseObject(line);
  return value && toEntry(value, place);
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    // Half-written and foreign lines are expected in a session file (pi skips them, too).
    return undefined;
  }
}

function toHeader(value: Record<string, unknown>): SessionHeader | undefined {
  if (value.type !== 'session' || typeof value.id !== 'string') return undefined;
  const { timestamp, cwd } = value;
  return {
    ...value,
    type: 'session',
    id: value.id,
    timestamp: typeof timestamp === 'string' ? timestamp : '',
    cwd: typeof cwd === 'string' ? cwd : '',
  };
}

function toEntry(value: Record<string, unknown>, place: LinePlace): SessionEntry | undefined {
  if (typeof value.type !== 'string' || value.type === 'session') return undefined;
  const entry = withSafeContent(migrateEntry(value, place));
  if (typeof entry.id !== 'string' || entry.id === '') return undefined;
  return {
    ...entry,
    parentId: typeof entry.parentId === 'string' ? entry.parentId : null,
    timestamp: typeof entry.timestamp === 'string' ? entry.timestamp : '',
  } as SessionEntry;
}

/**
 * Files that were edited by hand, forked or half migrated hold messages without content (0.87.1 allows for
 * them, too), and one that is no object would break whoever looks at its role: it becomes a type nobody knows.
 */
function withSafeContent(entry: Record<string, unknown>): Record<string, unknown> {
  if (entry.type === 'custom_message') return { ...entry, content: entry.content ?? [] };
  if (entry.type !== 'message') return entry;
  const { message } = entry;
  if (!isObject(message) || typeof message.role !== 'string') return { ...entry, type: 'unreadable_message' };
  const hasContent = ['user', 'assistant', 'toolResult', 'custom'].includes(message.role);
  if (!hasContent || message.content != null) return entry;
  return { ...entry, message: { ...message, content: [] } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
