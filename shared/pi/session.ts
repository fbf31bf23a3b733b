// pi's session file (JSONL), format version 3, as written by 0.73.1 to 1.5.2. Types only.
import type { AgentMessage, SystemMessage, Usage, UserContent } from './messages.ts';

/** The first line. It is not part of the tree. */
export interface SessionHeader {
  type: 'session';
  /** Absent in version 1. */
  version?: number;
  id: string;
  /** ISO 8601. */
  timestamp: string;
  /** The folder that the agent worked in. It may no longer exist. */
  cwd: string;
  /** Path of the session file that this one was forked or cloned from. */
  parentSession?: string;
}

interface EntryBase<Type extends string> {
  type: Type;
  /** Usually eight hex digits. */
  id: string;
  /** Null for the first entry. An unknown id makes the entry a root, too. */
  parentId: string | null;
  /**
   * ISO 8601. The time of writing, which is later than the `timestamp` of the entry's message. Empty if the line has
   * none.
   */
  timestamp: string;
  /** Set by the panel if a part of the entry does not fit, and was replaced or left out. */
  panel_flaw?: Flaw;
}

/** Why an entry cannot be shown, or not completely. */
export interface Flaw {
  /** The paths of the parts that do not fit, such as `message.content[0].text`. */
  fields: string[];
  /** The line in the file. */
  raw: string;
  /** Set if the line is not an object of JSON. pi skips it. */
  isDamaged?: true;
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

/** Entries before `firstKeptEntryId` are no longer sent to the model. */
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

/** A summary of the branch that was left when the conversation went back to an earlier entry. */
export interface BranchSummaryEntry extends EntryBase<'branch_summary'> {
  /** The leaf that was left, or `root`. */
  fromId: string;
  summary: string;
  details?: unknown;
  fromHook?: boolean;
  usage?: Usage;
}

/** State of an extension, not part of the conversation. */
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

/** A bookmark. Without `label`, it is removed. */
export interface LabelEntry extends EntryBase<'label'> {
  targetId: string;
  label?: string;
}

/** The last one in the file names the session. An empty name removes the name. */
export interface SessionInfoEntry extends EntryBase<'session_info'> {
  name?: string;
}

/** `panel_restored`: the panel put back the content as it was written, so the entry is no longer edited. */
interface Replacement {
  panel_restored?: true;
  content: unknown;
}

/** pi >= 0.87: removes an earlier entry from the conversation (null), or replaces its content for the model. */
export interface ContextEditEntry extends EntryBase<'context_edit'> {
  targetId: string;
  replacement: Replacement | null;
}

/** pi >= 0.87: tokens that belong to no message. */
export interface UsageEntry extends EntryBase<'usage'> {
  kind: string;
  provider: string;
  model: string;
  usage: Usage;
  note?: string;
}

/** Made by the panel of a line that cannot be shown. */
export interface UnreadableEntry extends EntryBase<'unreadable'> {
  panel_flaw: Flaw;
}

/**
 * Every known type. Unknown types occur at run time, with at least `type`, `id`, `parentId` and `timestamp`, so a
 * switch over `type` needs a harmless default.
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
  | UsageEntry
  | UnreadableEntry;

export interface Session {
  header: SessionHeader;
  /** In file order, at version 3. */
  entries: SessionEntry[];
}
