// The view: the state of one agent, with everything that a page needs to render it. Bounded, and plain JSON. It
// contains neither output bytes, which have their own stream, nor anything that is local to one page.
import { abilitiesOf, type Abilities } from '../pi/abilities.ts';
import type { CompactionReason } from '../pi/events.ts';
import type { DialogRequest, NoticeKind, WidgetPlacement } from '../pi/dialogs.ts';
import type { QueueMode, SessionStats } from '../pi/commands.ts';
import type { Model, ThinkingLevel } from '../pi/messages.ts';
import { EMPTY_QUEUE, type Queue } from './queue.ts';
import { NOTHING_REGISTERED, type Registered } from './registered.ts';
import { NO_RENDERS, type Renders } from './renders.ts';
import type { LiveChild } from './live-child.ts';
import type { Drawn } from './screens.ts';
import type { Entry, LiveMessage, NewerBranch, ToolRun } from './conversation.ts';

/** The extension that opened a dialog, as far as the panel's extension can tell. */
export interface Asker {
  /** For display: the name of its file or folder. */
  extension: string;
  path: string;
  /** Its running slash command, without the slash. */
  command?: string;
  /** Its running tool. */
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
  /** Whether it is about a dialog that closed without an answer. */
  isUnanswered?: true;
  /** The entry of the undo that it reports. */
  undo?: string;
}

export interface Widget {
  key: string;
  lines: string[];
  placement: WidgetPlacement;
}

export interface Run {
  /** ms since 1970, by the server's clock. */
  startedAt: number;
  /** Key of the last row before it; absent if there was none. */
  after?: string;
}

/** The page uses its own default for an absent property. */
export interface Working {
  /** Shown instead of “Waiting for the model”. */
  message?: string;
  isHidden?: true;
  /** Shown in turn instead of the pulse; an empty list hides the indicator. */
  frames?: string[];
  /** ms between two frames. */
  intervalMs?: number;
  /** The label of folded thinking. */
  thinkingLabel?: string;
}

/** What is expanded or collapsed as a whole in pi's TUI. */
export type Expandable = 'tools' | 'thoughts';

export interface Retry {
  attempt: number;
  maxAttempts: number;
  errorMessage: string;
  /** When the next attempt starts (ms since 1970, server's clock). */
  until: number;
  /** True during the wait, false while the attempt runs. */
  waiting: boolean;
}

export interface Exit {
  code: number | null;
  signal: string | null;
  /** One sentence: what happened, and what to do. */
  reason: string;
  /** The end of pi's stderr. */
  stderr: string;
}

export interface LentTerminal {
  /** The id of the shell that shows it. */
  shell: string;
  /** The command line of the program. */
  command: string;
  /** For display: the name of the extension. */
  by?: string;
}

export interface SessionInfo {
  id: string;
  /** Name of the session file without its folder; absent with --no-session. */
  file?: string;
  name?: string;
  /** The beginning of the user's first message. */
  firstMessage?: string;
}

export interface View {
  workspace: string;
  /** Relative paths of project files that pi did not load, because the user has not trusted the project. */
  untrusted: string[];
  /** pi's version, if known. */
  version?: string;
  /** The abilities of this version of pi. The page shows the others as unavailable. */
  can: Abilities;
  /** Why the panel's own extension is not available; null if it is. */
  companionProblem: string | null;
  /** False until pi responded to its first command. */
  ready: boolean;
  session: SessionInfo | null;
  /** Null if none is configured. */
  model: Model | null;
  thinkingLevel: ThinkingLevel;
  /** The levels of the model; empty before pi 0.81, which cannot list them. */
  thinkingLevels: ThinkingLevel[];
  steeringMode: QueueMode;
  followUpMode: QueueMode;
  autoCompaction: boolean;
  /** Null if unknown, because no version of pi reports it. */
  autoRetry: boolean | null;
  stats: SessionStats | null;
  /** Whether pi spends money between runs to keep the provider's cache warm. Null if it is not known to do so. */
  warmsWhenIdle: boolean | null;
  /** Whether rows say what the provider's cache cost or saved: pi's setting `showCacheMissNotices`. */
  showsCostNotices: boolean;
  /**
   * The estimate of pi >= 0.79.8 for the context after a compaction, in tokens. Null once an answer reports the size.
   */
  contextEstimate: number | null;
  /** The current run (agent_start to agent_settled). */
  run: Run | null;
  compaction: { reason: CompactionReason; startedAt: number } | null;
  retry: Retry | null;
  exit: Exit | null;
  /** Since when pi has not responded (ms since 1970, by the server's clock). */
  silentSince: number | null;
  /** The program that an extension runs in a terminal of its own, in the place of pi's TUI. pi waits for it. */
  lent: LentTerminal | null;
  /** The TCP ports on which programs of its commands listen, lowest first. Looked for while a page shows the agent. */
  ports: number[];
  entries: Entry[];
  /** Whether the session has entries before the first one here. */
  hasOlder: boolean;
  /** Set if another branch of the session has newer messages than these. */
  newerBranch: NewerBranch | null;
  /**
   * Why the conversation of this session is not shown. Messages are refused meanwhile, because nobody could see where
   * they go.
   */
  sessionProblem: string | null;
  live: LiveMessage | null;
  toolRuns: Record<string, ToolRun>;
  /** The sub-agents that pi has started since it started, as their packages know them. */
  children: LiveChild[];
  /** Messages that were sent and are not in the conversation yet. */
  queue: Queue;
  dialogs: Dialog[];
  notices: Notice[];
  statuses: Record<string, string>;
  widgets: Widget[];
  /** The drawings of extensions, the oldest first. */
  drawn: Drawn[];
  /** The changes of extensions to the working indicator. */
  working: Working;
  /** The rows of the conversation that extensions draw. */
  renders: Renders;
  /** Shortcuts and completions of extensions. */
  registered: Registered;
  /** The theme of pi's TUI that an extension chose last. */
  theme: string | null;
  title: string | null;
  /**
   * The text that an extension last put into the composer, or pasted at the caret. `n` counts, so that a page applies
   * each one once.
   */
  editorText: { text: string; n: number; isPasted?: true } | null;
  /** What an extension, or a key in its editor, last expanded or collapsed as a whole. `n` counts, as above. */
  expanded: Partial<Record<Expandable, { isExpanded: boolean; n: number }>>;
  /** Whether programs that pi starts are asked for colors. */
  colors: boolean;
  /** Rises when file changes were recorded or undone, because the response of GET changes is then different. */
  changesRevision: number;
  /** The number of malformed lines from pi. */
  badRecords: number;
}

export type Status = 'starting' | 'idle' | 'running' | 'compacting' | 'retrying' | 'exited';

export function emptyView(workspace: string, version: string | null = null): View {
  return {
    workspace,
    untrusted: [],
    ...(version && { version }),
    can: abilitiesOf(version),
    companionProblem: 'The panel’s extension is not loaded yet.',
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
    warmsWhenIdle: null,
    showsCostNotices: false,
    contextEstimate: null,
    run: null,
    compaction: null,
    retry: null,
    exit: null,
    silentSince: null,
    lent: null,
    ports: [],
    entries: [],
    hasOlder: false,
    newerBranch: null,
    sessionProblem: null,
    live: null,
    toolRuns: {},
    children: [],
    queue: EMPTY_QUEUE,
    dialogs: [],
    notices: [],
    statuses: {},
    widgets: [],
    drawn: [],
    working: {},
    renders: NO_RENDERS,
    registered: NOTHING_REGISTERED,
    theme: null,
    title: null,
    editorText: null,
    expanded: {},
    colors: false,
    changesRevision: 0,
    badRecords: 0,
  };
}

/** Returns one word for the state of the agent. The state of the process has priority over the conversation. */
export function statusOf(view: View): Status {
  if (view.exit) return 'exited';
  if (!view.ready) return 'starting';
  if (view.retry?.waiting) return 'retrying';
  if (view.compaction) return 'compacting';
  return view.run ? 'running' : 'idle';
}
