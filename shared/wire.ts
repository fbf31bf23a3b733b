// The HTTP API's types: requests, responses and frames that are the panel's own and not pi's.
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
  /** Load the project's extensions, prompts and settings (`--approve`, pi >= 0.79). */
  trust?: boolean;
  /** Use the scripted demo model instead of a configured one. */
  demo?: boolean;
}

/** GET /api/folders?path=TEXT: the folders whose absolute paths begin with it; `~` is the home folder. */
export interface Folders {
  folders: string[];
}

/** POST /api/agents/:agent/restart */
export interface Restart {
  /** Start pi with `--no-extensions`, for when an extension keeps pi from starting. */
  withoutExtensions?: boolean;
  /** Load the project's extensions, prompts and settings (`--approve`, pi >= 0.79) until the agent ends. */
  trust?: boolean;
  /** Use the scripted demo model. */
  demo?: boolean;
  /** Ask the programs that pi starts for colours, by environment variables. Default: false. */
  colors?: boolean;
}

/**
 * The events of GET /api/events?agents=ID[,ID]. Each agent starts with a `snapshot`; or, if `Last-Event-ID` (ids of
 * several agents separated by commas) names an event that the stream can resume from, with `resumed` and the events
 * since. Then follows a `message` for each event, and another `snapshot` for a client that fell behind. `gone`: the
 * agent does not exist, or no longer. An id is `<agent>.<number>`: the numbers of one agent rise by one, and agent ids
 * are never reused. With `&follow=0` the stream ends after the events that exist now; with `&overview=1` it also has the
 * list of all agents (OverviewFrame), beginning with all of them.
 */
export type FrameKind = 'snapshot' | 'resumed' | 'message' | 'gone' | 'overview';

/** `event: snapshot` on GET /api/events. An open page notices by `build` that the panel was upgraded. */
export interface SnapshotFrame {
  agent: string;
  build: string;
  view: View;
}

/** `event: message` on GET /api/events. */
export type EventFrame = { agent: string } & ViewEvent;

/** A command from the page: one of pi's, except that sessions are named by id, and that a page never sends a path. */
export type PageCommand =
  | Exclude<PiCommand, { type: 'switch_session' | 'new_session' | 'export_html' }>
  | { type: 'switch_session'; session: string }
  | { type: 'new_session' }
  | { type: 'export_html' }
  | CompanionCommand;

/**
 * Commands that pi does not have and the panel's own extension adds. They answer with `SessionTree`; `{text?}` or
 * `{cancelled}`; nothing; `ToolChoice`; `Loaded`; nothing; `ToolChoice`; nothing.
 */
export type CompanionCommand =
  | { type: 'panel_tree' }
  /** Continues the conversation from this entry. `text` in the answer is the user's message there. */
  | { type: 'panel_navigate'; entryId: string; summarize: boolean; instructions?: string }
  /** An empty label removes it. */
  | { type: 'panel_label'; entryId: string; label: string }
  | { type: 'panel_tools' }
  | { type: 'panel_loaded' }
  /** Runs what the extension at this path registered for this key. */
  | { type: 'panel_shortcut'; path: string; key: string }
  | { type: 'panel_use_tools'; names: string[] }
  /** Reloads extensions, skills, prompts and settings. */
  | { type: 'panel_reload' };

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
  /** If the agent is idle, start a run with the first message. */
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
  /** Since a user's last act. */
  seconds: number;
  /** An agent works or waits for an answer. */
  busy: boolean;
}

/** GET /api/panel */
export interface PanelInfo {
  version: string;
  /** The pi that agents run. */
  pi: { version: string | null; isOwn: boolean };
  /** The one in PATH, if it is another. */
  installed: InstalledPi | null;
}

export interface InstalledPi {
  /** Absolute. */
  path: string;
  version: string;
}

/** POST /api/links `{}`: the token of a new link. It ends all others, and the connections of their pages. */
export interface NewLink {
  token: string;
}

/** GET /api/agents/:agent/entries?before=KEY&limit=N */
export interface EntriesPage {
  entries: Entry[];
  /** The tool runs of these entries. */
  toolRuns: Record<string, ToolRun>;
  hasOlder: boolean;
}

/** GET /api/agents/:agent/log?since=N: the lines of pi after line N that are still kept. */
export interface LogPage {
  /** Oldest first. */
  lines: LoggedLine[];
  /** Newer lines exist. */
  hasMore: boolean;
  /** The number of lines since the agent started, kept or not. */
  count: number;
}

export interface LoggedLine {
  /** Counts from 1, across restarts of pi. */
  n: number;
  /** ms since 1970 */
  at: number;
  /** The size of the whole line. */
  bytes: number;
  text: string;
  /** Not a record, or a response to no request. */
  isBad?: boolean;
  /** `text` is only the beginning; GET /api/agents/:agent/log/:n returns the whole line. */
  isCut?: boolean;
}

/** GET /api/agents/:agent/files?path=DIR */
export interface FolderListing {
  entries: FileEntry[];
  /** Not all entries are listed. */
  truncated?: boolean;
}

export interface FileEntry {
  name: string;
  type: 'file' | 'dir' | 'link' | 'other';
  /** Bytes. */
  size: number;
  /** ms since 1970 */
  mtime: number;
  /** Ignored by a .gitignore file of the workspace. */
  ignored?: boolean;
  /** For links: the type of the target. Only a `file` or a `dir` can be opened. */
  target?: 'file' | 'dir' | 'other' | 'outside' | 'missing';
}

/**
 * The codes of a save's 409: what the user has to confirm first. The header `Confirm` with the codes, joined by commas,
 * confirms them.
 */
export type SaveCaution =
  /** A program runs this file later without being asked, as git runs a hook. */
  | 'runs_code'
  /** The file has a second hard link, which would keep the old text. */
  | 'hardlinked'
  /** The file can only be overwritten in place: a crash during the save would leave half of it. */
  | 'in_place'
  /** The deleted files do not fit into the trash. */
  | 'permanent';

/** POST /api/agents/:agent/uploads `{path, replace?}` */
export interface BegunUpload {
  /** PUT /api/agents/:agent/uploads/:upload?from=N for each part, then POST `{finish:true}`. */
  upload: string;
}

/** PUT /api/agents/:agent/uploads/:upload?from=N */
export interface UploadedPart {
  /** Bytes that are there; the next part begins here. */
  received: number;
}

/** DELETE /api/agents/:agent/file?path=PATH */
export interface DeletedFile {
  /** POST /api/agents/:agent/trash/:trash `{restore:true}` undoes it; absent when it was deleted for good. */
  trash?: string;
}

/** GET /api/agents/:agent/find?query=TEXT: files of the workspace, best match first, relative paths. */
export interface FoundFiles {
  files: string[];
  /** For the user: what is not among the files that were looked at. */
  note?: string;
}

/** GET /api/sessions */
export interface StoredSessions {
  sessions: StoredSession[];
}

export interface StoredSession {
  id: string;
  name?: string;
  /** Absolute path of its folder. */
  workspace: string;
  firstMessage: string;
  messageCount: number;
  /** ms since 1970 */
  created: number;
  modified: number;
  /** Id of the session that it was forked or cloned from, if that is listed, too. */
  parent?: string;
  /** Its file is large and has not been read as a whole yet: it has more messages. */
  isPartial?: true;
  pinned?: boolean;
  archived?: boolean;
  /** Its folder does not exist any more: it can be continued in another one. */
  isHomeless?: true;
}

/** POST /api/sessions/:session: what is not named stays as it is. The name goes into pi's file, the rest does not. */
export interface SessionChange extends SessionMarks {
  name?: string;
}

export interface SessionMarks {
  pinned?: boolean;
  archived?: boolean;
}

/** POST /api/sessions/:session/copy `{workspace}`: the id of the new session. */
export interface CopiedSession {
  id: string;
}

/** GET /api/search?query=TEXT&workspace=&since=&kind=&limit= */
export interface SearchResults {
  /** The sessions used last come first, and in each its newest entries. */
  hits: SearchHit[];
  /** There are more than `limit`. */
  more: boolean;
}

export interface SearchHit {
  /** Ids of the session and of its entry. */
  session: string;
  entry: string;
  kind: SearchKind;
  /** The text around the match. */
  text: string;
  /** ms since 1970 */
  at: number;
}

export const SEARCH_KINDS = ['user', 'assistant', 'tool', 'bash', 'custom'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export interface ErrorBody {
  error: { code: string; message: string };
}

export interface CommandList {
  commands: SlashCommand[];
}

/** A match in an output: the first of its bytes, and how many there are. */
export type Hit = [at: number, length: number];

/** One line of GET /api/agents/:agent/calls/:call/output/matches, for each piece of the output that was searched. */
export interface FoundInOutput {
  /** In order. Only the first of very many are listed. */
  hits: Hit[];
  /** All so far. */
  count: number;
  /** A search from here on continues this one; it finds the matches in an unfinished line again. */
  next: number;
  /** In the last line: why the search was given up. */
  error?: string;
}

export interface LineMatch {
  /** From 1. */
  line: number;
  /** The line, or the part of a long one around its first match. */
  text: string;
  /** The matches in `text`: where they begin, and how long they are. */
  ranges: [start: number, length: number][];
}

export interface FileMatches {
  path: string;
  lines: LineMatch[];
  /** There are more lines than are listed. */
  isCut?: true;
}

/** One line of GET /api/agents/:agent/search, for each group of files that was searched. */
export interface FoundInFiles {
  files: FileMatches[];
  /** Files so far, and all of them. */
  searched: number;
  total: number;
  /** In the last line: there are more matches than are listed. */
  isCut?: true;
  /** In the last line: why the search was given up. */
  error?: string;
}
