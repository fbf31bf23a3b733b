// The conversation in the view: its rows, the message being streamed, and the tool runs.
import type { AgentMessage, ImageContent, ToolResultMessage } from '../pi/messages.ts';
import type { PlanNotes } from './plan-notes.ts';
import type { Lane } from './queue.ts';

/** A message in the transcript. Tool results are not among them, because they belong to their tool run. */
export type EntryMessage = Exclude<AgentMessage, ToolResultMessage>;

/** One row of the transcript. */
export interface Entry {
  /** Made from role and timestamp, so that the live and the stored message have the same key. */
  key: string;
  /** Id of pi's session entry, if the row came from the session file. */
  id?: string;
  message: EntryMessage;
  /** For a user bash: the id of the tool run with its output. */
  call?: string;
  /** A bookmark in the session, set by the user or an extension. */
  label?: string;
  /** Set if the model receives a different version of this message, or none. */
  edit?: ContextEdit;
  /** For a user's message at which the conversation branched: the position of this branch among the others. */
  branches?: Branches;
  /**
   * For the summary of a compaction: id of the first entry that the model still sees; null if it sees none from before
   * the compaction.
   */
  keptFrom?: string | null;
  /**
   * Set if the session file lacks the entry before this one: how many messages above it the model does not see
   * because of that.
   */
  lost?: number;
  /** Whether an extension wrote this summary. */
  isByExtension?: true;
  /** The user's notes on the plan in this answer. */
  planNotes?: PlanNotes;
  /** How the user sent this message, if it was sent by the panel. */
  sentAs?: SentAs;
}

/**
 * The effect of a context edit (pi >= 0.87) on a message: the model no longer receives it, or receives something else.
 */
export type ContextEdit = 'omitted' | 'replaced';

/** The branches that begin with a user message at the same point in the session. */
export interface Branches {
  /** 1-based. */
  at: number;
  count: number;
  /** Ids of the last entries of the branch before and after this one. */
  previous?: string;
  next?: string;
}

/** A branch that is not shown and has newer messages than the shown one. */
export interface NewerBranch {
  /** Id of its last message. */
  id: string;
  /** How many newer messages there are. */
  messages: number;
}

export interface SentAs {
  /** The idempotency key of the request. */
  id: string;
  /** The text as typed, if pi changed it (templates, skills). */
  text?: string;
  /** The lane that it was queued in. */
  lane?: Lane;
}

export type LiveBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string }
  /** `partialArgs` is the JSON text so far. */
  | { type: 'toolCall'; id?: string; name?: string; partialArgs: string };

/**
 * The assistant message being streamed. It is kept apart from the settled entries, so that deltas do not change those.
 */
export interface LiveMessage {
  key: string;
  timestamp: number;
  provider?: string;
  model?: string;
  /** By `contentIndex`; null for a block that was skipped. */
  blocks: (LiveBlock | null)[];
}

/**
 * Why a run ended: `timed-out` by the limit that the model set for its command, `interrupted` by the end of pi,
 * `blocked` by an extension. Without the panel's own extension, a blocked run is `failed`.
 */
export type ToolRunState = 'running' | 'ok' | 'failed' | 'blocked' | 'aborted' | 'timed-out' | 'interrupted';

export interface ToolRun {
  /** pi's toolCallId, or the server's id of a user bash. */
  id: string;
  name: string;
  args: Record<string, unknown>;
  state: ToolRunState;
  /** ms since 1970, by the server's clock; absent if the session file does not tell. */
  startedAt?: number;
  endedAt?: number;
  /** Text output: its total size in UTF-8 bytes, and its last few KB. */
  output: { bytes: number; tail: string };
  images?: ImageContent[];
  details?: unknown;
  /** The result as values instead of text (pi >= 0.99), which pi does not store in the session. */
  structured?: unknown;
  parentId?: string;
  /** Set for a user bash (`!` or `!!`). */
  user?: { excludeFromContext: boolean };
  exitCode?: number;
  /** Whether an extension blocked it. This can be known before the run ends. */
  isBlocked?: boolean;
  /** Set if the model receives a different version of its result, or none. */
  edit?: ContextEdit;
}
