// The HTTP API's types for agents, events, commands, the queue, and the panel itself. pi's own types are in shared/pi.
import type { ContextAct } from './context.ts';
import type { PiCommand, SlashCommand } from './pi/commands.ts';
import type { ImageContent, Model } from './pi/messages.ts';
import type { PlanNotes } from './view/plan-notes.ts';
import type { BugReportRequest } from './sharing.ts';
import type { ChildAct } from './view/live-child.ts';
import type { Arrangement } from './view/queue-changes.ts';
import type { RowToDraw } from './view/renders.ts';
import type { ViewEvent } from './view/view-event.ts';
import type { Status, View } from './view/view.ts';

/**
 * POST /api/agents/:agent/commands: the id of the session for which the user wrote the message, percent-encoded. Without
 * it, the message goes into the session on which the agent is.
 */
export const SESSION_HEADER = 'panel-session';

/** GET /api/agents, POST /api/agents */
export interface AgentInfo {
  id: string;
  /** Absolute path of the folder the agent works in. */
  workspace: string;
  status: Status;
  sessionId: string | null;
  /** Name of the session file, without its folder. */
  sessionFile: string | null;
  sessionName: string | null;
  model: Model | null;
  version: string | null;
}

export interface NewAgent {
  /** Default: the folder that the panel was started in. */
  workspace?: string;
  /** Id from GET /api/sessions; its conversation is continued. */
  session?: string;
  /** Whether to load the project's extensions, prompts and settings (`--approve`, pi >= 0.79). */
  trust?: boolean;
  /** Whether to use the scripted demo model instead of a configured one. */
  demo?: boolean;
  /** Chosen once the agent is ready, before the prompt is sent. */
  model?: { provider: string; id: string };
  /** Sent once the agent is ready. */
  prompt?: string;
}

/** GET /api/folders?path=TEXT: the folders whose absolute paths begin with it; `~` is the home folder. */
export interface Folders {
  folders: string[];
}

/** POST /api/agents/:agent/restart */
export interface Restart {
  /** Whether to start pi with `--no-extensions`, for when an extension keeps pi from starting. */
  withoutExtensions?: boolean;
  /** Whether to load the project's extensions, prompts and settings (`--approve`, pi >= 0.79) until the agent ends. */
  trust?: boolean;
  /** Whether to use the scripted demo model. */
  demo?: boolean;
  /** Whether to ask the programs that pi starts for colors, by environment variables. Default: false. */
  colors?: boolean;
  /**
   * Changes to the flags of extensions that this agent starts with: true sets one without a value; null removes one.
   */
  extensionFlags?: Record<string, string | true | null>;
}

/**
 * The events of GET /api/events?agents=ID[,ID]. Each agent starts with a `snapshot`; or, if `Last-Event-ID` (ids of
 * several agents separated by commas) names an event that the stream can resume from, with `resumed` and the events
 * since. Then follows a `message` for each event, and another `snapshot` for a client that fell behind. `gone`: the
 * agent does not exist, or no longer (GoneFrame). An id is `<agent>.<number>`: the numbers of one agent rise by one,
 * and agent ids are never reused. With `&follow=0` the stream ends after the events that exist now; with `&overview=1`
 * it also carries the agents list (OverviewFrame), which starts with all of them.
 *
 * With `&form=compact`, which pages use, the `message` frames become single lines between the other frames; a `resumed`
 * frame then has an id too. Each line is the next event of the agent that the last frame with an id belongs to, or of
 * the agent named by a later `@AGENT` line:
 *
 *     =JSON             an event, without `agent`
 *     t0+TEXT           a delta of the text block 0 (`h`: thinking, `c`: tool call); TEXT as in a JSON string
 *     +TEXT             a delta of the same block as the last delta of this agent since the last frame with an id
 *     t0*12+TEXT        12 merged deltas, which use 12 event numbers; also without `t0`
 */
export type FrameKind = 'snapshot' | 'resumed' | 'message' | 'gone' | 'overview';

/** `event: gone` on GET /api/events. `isEnded`: by a user, and not by the end of an earlier panel. */
export interface GoneFrame {
  agent: string;
  isEnded?: true;
}

/** `event: snapshot` on GET /api/events. `build` tells an open page that the panel was upgraded. */
export interface SnapshotFrame {
  agent: string;
  build: string;
  view: View;
}

/** `event: message` on GET /api/events. */
export type EventFrame = { agent: string } & ViewEvent;

/** A command from the page: one of pi's, except that it names sessions by id and never contains a path. */
export type PageCommand =
  | Exclude<PiCommand, { type: 'switch_session' | 'new_session' | 'export_html' }>
  | { type: 'switch_session'; session: string }
  /** `fromThis`: the open session becomes the parent of the new one. */
  | { type: 'new_session'; fromThis?: boolean }
  | { type: 'export_html' }
  | CompanionCommand
  | SharingCommand;

/** Commands that pi does not have and the panel's own extension adds. The type after a colon is the answer's data. */
export type CompanionCommand =
  /** The whole session: `SessionTree`. */
  | { type: 'panel_tree' }
  /**
   * Continues the conversation from this entry: `{cancelled}`, or `{text?, cameFrom?}` as in `Navigated`. `text` is
   * the user's message there.
   */
  | { type: 'panel_navigate'; entryId: string; summarize: boolean; instructions?: string }
  /** An empty label removes it. */
  | { type: 'panel_label'; entryId: string; label: string }
  /** What the next request to the model contains: `ContextPicture`. */
  | { type: 'panel_context' }
  /** Leaves this entry out of the next requests, shortens it for them, or restores it (pi >= 0.87). */
  | { type: 'panel_edit_context'; entryId: string; act: ContextAct }
  /** Keeps the user's notes on a plan in the session. `plan`: the key of the answer's row. */
  | { type: 'panel_note_plan'; plan: string; notes: PlanNotes }
  /** The limits of this agent's providers, as they told them last: `Quota[]`. */
  | { type: 'panel_quotas' }
  /** Stops a sub-agent, or sends it this message while it works, as far as its package offers that. */
  | { type: 'panel_child'; child: string; act: ChildAct; text?: string }
  /** The tools, and which of them are active: `ToolChoice`. */
  | { type: 'panel_tools' }
  /** Everything that pi has loaded: `Loaded`. */
  | { type: 'panel_loaded' }
  /** Rows of the conversation as extensions draw them, at most MAX_ROWS_TO_DRAW: `DrawnRow` for each, in order. */
  | { type: 'panel_draw'; columns: number; rows: RowToDraw[] }
  /** Runs what the extension at this path registered for this key. */
  | { type: 'panel_shortcut'; path: string; key: string }
  /** Passes a key that the page does not use to extensions that listen to the terminal: `true` if one consumed it. */
  | { type: 'panel_press'; data: string }
  /** Completions by extensions at the composer's caret, which is between the two texts: `ExtensionCompletion[]`. */
  | { type: 'panel_complete'; before: string; after: string }
  /** The themes of pi's TUI: `PiTheme[]`. */
  | { type: 'panel_themes' }
  /** Makes exactly these tools active: `ToolChoice`. */
  | { type: 'panel_use_tools'; names: string[] }
  /** Reloads extensions, skills, prompts and settings. */
  | { type: 'panel_reload' };

/** Commands that prepare what leaves this machine, and send it once the user has seen it. */
export type SharingCommand =
  /** Prepares the session to be shared, and sends nothing: `ShareOffer`. */
  | { type: 'panel_share' }
  /** Sends what was prepared: `Shared`. `isCleaned`: without the likely secrets in it. */
  | { type: 'panel_share_send'; download: string; isCleaned: boolean }
  /** Prepares a report to pi's developers, and sends nothing: `BugReport`. */
  | ({ type: 'panel_bug' } & BugReportRequest)
  /** Uploads the report, or makes a zip file of it: `SentBugReport`. */
  | { type: 'panel_bug_send'; download: string; to: 'upload' | 'zip' };

/** Answer of `export_html`. The file can be downloaded once, from GET /api/agents/:agent/exports/:download. */
export interface ExportReady {
  /** Name of the file. */
  path: string;
  download: string;
}

/** Answer of `bash` with `Prefer: respond-async` (202): its output is read by `call`. */
export interface BashAccepted {
  call: string;
}

/** POST /api/agents/:agent/queue with `If-Match: "REVISION"`: the queue as the user wants it. */
export interface QueueChange extends Arrangement {
  /** Whether to start a run with the first message if the agent is idle. */
  start?: boolean;
}

/** Its answer: the messages that could not be changed because pi had already received them. */
export interface QueueChanged {
  missed: string[];
}

/** POST /api/agents/:agent/queue/take `{ids?}`: a message removed from the queue, its images as base64. */
export interface TakenMessage {
  id: string;
  text: string;
  images: ImageContent[];
}

/** POST /api/agents/:agent/stop: the undelivered messages, in order. They stay in the queue until they are taken. */
export interface Stopped {
  ids: string[];
  texts: string[];
}

/** GET /api/idle */
export interface IdleInfo {
  /** Seconds since the user last did something. */
  seconds: number;
  /** Whether an agent is working or waiting for an answer. */
  busy: boolean;
}

/** GET /api/panel */
export interface PanelInfo {
  version: string;
  /** The pi that agents run. */
  pi: { version: string | null; isOwn: boolean };
  /** The one in PATH, if it is a different one. */
  installed: InstalledPi | null;
  others: {
    /** The panels named with --other-panel. */
    origins: string[];
    /** For these panels: a token that reads the state of the agents and nothing else. */
    statusToken: string;
  };
}

export interface InstalledPi {
  /** Absolute. */
  path: string;
  version: string;
}

/** POST /api/links `{}`: the token of a new link. It revokes all others and closes the connections of their pages. */
export interface NewLink {
  token: string;
  /** Why revoked links may open the panel again after its restart; null if none will. */
  problem: string | null;
}

/** GET /api/agents/:agent/log?since=N: the lines after line N that are still kept, from pi and from the panel. */
export interface LogPage {
  /** Oldest first. */
  lines: LoggedLine[];
  /** Whether newer lines exist. */
  hasMore: boolean;
  /** The number of lines since the agent started, kept or not. */
  count: number;
}

export interface LoggedLine {
  /** Counted from 1, across restarts of pi. */
  n: number;
  /** ms since 1970 */
  at: number;
  /** The size of the line before anything was cut. */
  bytes: number;
  text: string;
  /** Set if the line is not a record, or is a response to no request. */
  isBad?: boolean;
  /** Set if `text` is only the beginning. GET /api/agents/:agent/log/:n returns the line, up to 8 MB. */
  isCut?: boolean;
}

export interface ErrorBody {
  error: { code: string; message: string };
}

export interface CommandList {
  commands: SlashCommand[];
}
