// The folded state of one agent: all that a page needs to paint it, bounded, and plain JSON.
// It holds no output bytes (those have a stream of their own) and nothing that is local to one page.
import { abilitiesOf, type Abilities } from '../pi/abilities.ts';
import type { CompactionReason } from '../pi/events.ts';
import type { DialogRequest, NoticeKind, WidgetPlacement } from '../pi/dialogs.ts';
import type { QueueMode, SessionStats } from '../pi/commands.ts';
import type { AgentMessage, ImageContent, Model, ThinkingLevel, ToolResultMessage } from '../pi/messages.ts';
import { EMPTY_QUEUE, type Lane, type Queue } from './queue.ts';

/** What stands in the transcript: every message but tool results, which belong to their tool run. */
export type EntryMessage = Exclude<AgentMessage, ToolResultMessage>;

/** One row of the transcript. */
export interface Entry {
  /** The same for the live message and the stored one: made of its role and timestamp. */
  key: string;
  /** Id of pi's session entry, where it came from the session file. */
  id?: string;
  message: EntryMessage;
  /** The user bash that this row shows; the tool run of that id holds its output. */
  call?: string;
  /** A bookmark in the session, by an extension or the person. */
  label?: string;
  /** What the person said by this message, where the panel saw it come. */
  said?: Said;
}

export interface Said {
  /** The idempotency key of the request that brought it. */
  id: string;
  /** As it was typed, where pi made another text of it (templates, skills). */
  text?: string;
  /** It waited for this boundary. */
  lane?: Lane;
}

export type LiveBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string }
  /** `partialArgs` is raw JSON text, cut off wherever the stream stands. */
  | { type: 'toolCall'; id?: string; name?: string; partialArgs: string };

/** The assistant message being written. Apart from the settled entries, so that a delta touches none of them. */
export interface LiveMessage {
  key: string;
  timestamp: number;
  provider?: string;
  model?: string;
  /** By `contentIndex`; a block that was skipped is null. */
  blocks: (LiveBlock | null)[];
}

/**
 * Aborted by somebody; timed out by the limit that the model gave its command; interrupted with its pi. Blocked by an
 * extension that did not let it run, which without the panel's own extension is `failed`.
 */
export type ToolRunState = 'running' | 'ok' | 'failed' | 'blocked' | 'aborted' | 'timed-out' | 'interrupted';

export interface ToolRun {
  /** pi's toolCallId, or the server's id of a user bash. */
  id: string;
  name: string;
  args: Record<string, unknown>;
  state: ToolRunState;
  /** ms since 1970, by the server's clock; absent for runs that are known from the session file only. */
  startedAt?: number;
  endedAt?: number;
  /** Text output: how many UTF-8 bytes there are in all, and the last few KB of it. */
  output: { bytes: number; tail: string };
  images?: ImageContent[];
  details?: unknown;
  parentId?: string;
  /** Set for a command that the person ran with `!` or `!!`. */
  user?: { excludeFromContext: boolean };
  exitCode?: number;
  /** Known before its end: an extension does not let it run. */
  isBlocked?: boolean;
}

/** Whose code asks, as far as the panel's extension can tell. */
export interface Asker {
  /** For a person: the name of its file or folder. */
  extension: string;
  path: string;
  /** Its slash command that is under way, without the slash. */
  command?: string;
  /** Its tool that runs. */
  tool?: string;
}

export type Dialog = DialogRequest & {
  /** ms since 1970 by the server's clock. */
  openedAt: number;
  expiresAt?: number;
  by?: Asker;
};

export interface Notice {
  id: string;
  kind: NoticeKind;
  message: string;
  at: number;
}

export interface Widget {
  key: string;
  lines: string[];
  placement: WidgetPlacement;
}

export interface Retry {
  attempt: number;
  maxAttempts: number;
  errorMessage: string;
  /** When the next attempt starts (ms since 1970, server's clock). */
  until: number;
  /** True during the wait, false while the attempt runs. */
  waiting: boolean;
  /** What was taken back for it and is still stored (pi < 0.87): it comes back when the wait is broken off. */
  failed?: Entry;
}

export interface Exit {
  code: number | null;
  signal: string | null;
  /** What happened and what to do, in one sentence. */
  reason: string;
  /** The end of pi's stderr. */
  stderr: string;
}

export interface SessionInfo {
  id: string;
  /** Name of the session file without its folder; absent with --no-session. */
  file?: string;
  name?: string;
}

export interface View {
  workspace: string;
  /** What the project brings along and pi leaves aside, since nobody said that it may be trusted; relative paths. */
  untrusted: string[];
  /** pi's version, where it said one. */
  version?: string;
  /** What this pi can do that an older one cannot: a page shows the rest as impossible. */
  can: Abilities;
  /** Why the panel's own extension cannot be asked; null: it is there. */
  companionLack: string | null;
  /** False until pi answered its first command. */
  ready: boolean;
  session: SessionInfo | null;
  /** Null: none is configured. */
  model: Model | null;
  thinkingLevel: ThinkingLevel;
  /** Those the model has; empty when pi cannot say (before 0.81). */
  thinkingLevels: ThinkingLevel[];
  steeringMode: QueueMode;
  followUpMode: QueueMode;
  autoCompaction: boolean;
  /** Null: no pi says it, and it could not be found out. */
  autoRetry: boolean | null;
  stats: SessionStats | null;
  /** A run is on (agent_start to agent_settled); when it began. */
  run: { startedAt: number } | null;
  compaction: { reason: CompactionReason; startedAt: number } | null;
  retry: Retry | null;
  exit: Exit | null;
  /** It runs and does not answer: since when (ms since 1970, by the server's clock). */
  silentSince: number | null;
  entries: Entry[];
  /** There are entries before the first one here. */
  hasOlder: boolean;
  live: LiveMessage | null;
  toolRuns: Record<string, ToolRun>;
  /** What was given to the agent and is not in the conversation yet. */
  queue: Queue;
  dialogs: Dialog[];
  notices: Notice[];
  statuses: Record<string, string>;
  widgets: Widget[];
  title: string | null;
  /** What an extension put into the composer last; `n` counts, so that a page applies it once. */
  editorText: { text: string; n: number } | null;
  /** The programs that pi starts are asked for colours. */
  colors: boolean;
  /** Records of pi that could not be read. */
  badRecords: number;
}

export type Status = 'starting' | 'idle' | 'running' | 'compacting' | 'retrying' | 'exited';

export function emptyView(workspace: string, version: string | null = null): View {
  return {
    workspace,
    untrusted: [],
    ...(version && { version }),
    can: abilitiesOf(version),
    companionLack: 'The extension of the panel is not loaded yet.',
    ready: false,
    session: null,
    model: null,
    thinkingLevel: 'off',
    thinkingLevels: [],
    steeringMode: 'one-at-a-time',
    followUpMode: 'one-at-a-time',
    autoCompaction: true,
    autoRetry: null,
    stats: null,
    run: null,
    compaction: null,
    retry: null,
    exit: null,
    silentSince: null,
    entries: [],
    hasOlder: false,
    live: null,
    toolRuns: {},
    queue: EMPTY_QUEUE,
    dialogs: [],
    notices: [],
    statuses: {},
    widgets: [],
    title: null,
    editorText: null,
    colors: false,
    badRecords: 0,
  };
}

/** One word for what the agent does now; what the process says comes before what the conversation says. */
export function statusOf(view: View): Status {
  if (view.exit) return 'exited';
  if (!view.ready) return 'starting';
  if (view.retry?.waiting) return 'retrying';
  if (view.compaction) return 'compacting';
  return view.run ? 'running' : 'idle';
}
