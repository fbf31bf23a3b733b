// What travels between server and page beside pi's own words. Types, and the few names both sides spell.
import type { PiCommand, SlashCommand } from './pi/commands.ts';
import type { ImageContent, Model } from './pi/messages.ts';
import type { Arrangement } from './view/queue.ts';
import type { ViewEvent } from './view/view-event.ts';
import type { Entry, Status, ToolRun, View } from './view/view.ts';

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
  /** Load the project's own extensions, prompts and settings (`--approve`, pi >= 0.79). */
  trust?: boolean;
  /** Use the scripted demo model instead of a configured one. */
  demo?: boolean;
}

/** POST /api/agents/:agent/restart */
export interface Restart {
  /** Start pi with `--no-extensions`: the way out when an extension keeps it from starting. */
  withoutExtensions?: boolean;
  /** Load the project's own extensions, prompts and settings (`--approve`, pi >= 0.79), until the agent ends. */
  trust?: boolean;
  /** Start on the scripted demo model. */
  demo?: boolean;
  /** Ask the programs that pi starts for colours, by the environment; off until it is asked for. */
  colors?: boolean;
}

/**
 * The events of GET /api/events?agents=ID[,ID]. For each agent first `snapshot`, or, where `Last-Event-ID` (ids of
 * several agents separated by commas) names an event that can be resumed from, `resumed` and what came since. Then
 * `message` for each event; and again a `snapshot` for who fell behind. `gone`: there is no such agent (any more).
 * An id is `<agent>.<number>`; the numbers of one agent rise by one, and no two agents ever have the same id.
 * With `&follow=0` the stream ends once all of that was said.
 */
export type FrameKind = 'snapshot' | 'resumed' | 'message' | 'gone';

/** `event: snapshot` on GET /api/events. `build` names the page's build, to notice an upgrade under an open page. */
export interface SnapshotFrame {
  agent: string;
  build: string;
  view: View;
}

/** `event: message` on GET /api/events. */
export type EventFrame = { agent: string } & ViewEvent;

/** A command as the page sends it: pi's own, but a session is named by id, and no path ever comes from a page. */
export type PageCommand =
  | Exclude<PiCommand, { type: 'switch_session' | 'new_session' | 'export_html' }>
  | { type: 'switch_session'; session: string }
  | { type: 'new_session' }
  | { type: 'export_html' }
  | CompanionCommand;

/** What pi has no command for and the panel's own extension does. The answers: `SessionTree`, `{text?}` or
 * `{cancelled}`, none, `ToolChoice` twice, none. */
export type CompanionCommand =
  | { type: 'panel_tree' }
  /** The conversation goes on from this entry; `text` is what the person had written there. */
  | { type: 'panel_navigate'; entryId: string; summarize: boolean; instructions?: string }
  /** An empty label removes it. */
  | { type: 'panel_label'; entryId: string; label: string }
  | { type: 'panel_tools' }
  | { type: 'panel_use_tools'; names: string[] }
  /** Extensions, skills, prompts and settings anew. */
  | { type: 'panel_reload' };

/** Answer of `export_html`: what pi wrote waits at GET /api/agents/:agent/exports/:download, for one download. */
export interface ExportReady {
  /** Name of the file. */
  path: string;
  download: string;
}

/** Answer of `bash` when it was asked for with `Prefer: respond-async` (202): its output comes by `call`. */
export interface BashAccepted {
  call: string;
}

/** POST /api/agents/:agent/queue with `If-Match: "REVISION"`: the queue as the person wants it. */
export interface QueueChange extends Arrangement {
  /** While nothing runs: let the first begin a run. */
  start?: boolean;
}

/** Its answer: what was to be changed and had been delivered by then. */
export interface QueueChanged {
  missed: string[];
}

/** POST /api/agents/:agent/queue/take `{ids?}`: out of the queue, with the pictures as base64. */
export interface TakenMessage {
  id: string;
  text: string;
  images: ImageContent[];
}

/** POST /api/agents/:agent/stop: what was not delivered, in order. It stays in the queue until it is taken. */
export interface Stopped {
  ids: string[];
  texts: string[];
}

/** GET /api/agents/:agent/entries?before=KEY&limit=N */
export interface EntriesPage {
  entries: Entry[];
  /** The runs that these entries show. */
  toolRuns: Record<string, ToolRun>;
  hasOlder: boolean;
}

/** GET /api/agents/:agent/log?since=N: what pi wrote after line N, as far as it is kept. */
export interface LogPage {
  /** The oldest first. */
  lines: LoggedLine[];
  /** There are more after these already. */
  hasMore: boolean;
  /** How many there were since the agent began, kept or not. */
  count: number;
}

export interface LoggedLine {
  /** Counts from 1, over every process of this agent. */
  n: number;
  /** ms since 1970 */
  at: number;
  /** Of the whole line. */
  bytes: number;
  text: string;
  /** It is no record, or an answer that nobody waited for. */
  isBad?: boolean;
  /** `text` is only the beginning; GET /api/agents/:agent/log/:n gives all of it. */
  isCut?: boolean;
}

/** GET /api/agents/:agent/files?path=DIR */
export interface FolderListing {
  entries: FileEntry[];
  /** There are more than are listed. */
  truncated?: boolean;
}

export interface FileEntry {
  name: string;
  type: 'file' | 'dir' | 'link' | 'other';
  /** Bytes. */
  size: number;
  /** ms since 1970 */
  mtime: number;
  /** By the .gitignore files of the workspace. */
  ignored?: boolean;
  /** Of a link only: what it leads to. Only a `file` or a `dir` can be opened. */
  target?: 'file' | 'dir' | 'other' | 'outside' | 'missing';
}

/**
 * The codes of a save's 409: what a person has to know first. The header `Confirm` with the code (several: joined
 * by commas) says that they do.
 */
export type SaveCaution =
  /** Something runs this file later by itself, such as git a hook. */
  | 'runs_code'
  /** The file has a second name, which would keep the old text. */
  | 'hardlinked'
  /** It can only be overwritten where it stands: a crash in that moment would leave half of it. */
  | 'in_place';

/** GET /api/agents/:agent/find?query=TEXT: files of the workspace, best match first, relative paths. */
export interface FoundFiles {
  files: string[];
}

/** GET /api/sessions */
export interface StoredSessions {
  sessions: StoredSession[];
}

export interface StoredSession {
  id: string;
  name?: string;
  /** The folder it belongs to. */
  workspace: string;
  firstMessage: string;
  messageCount: number;
  /** ms since 1970 */
  created: number;
  modified: number;
}

export interface ErrorBody {
  error: { code: string; message: string };
}

export interface CommandList {
  commands: SlashCommand[];
}
