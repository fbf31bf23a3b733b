// pi's session file (JSONL), in pi's own words: format version 3, of 0.73.1 to 1.5.2. Types only.
import type { AgentMessage, SystemMessage, Usage, UserContent } from './messages.ts';

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
