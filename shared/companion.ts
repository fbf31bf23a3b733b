// The protocol between the panel and its own extension inside pi. The panel sends requests as an extension command,
// which pi runs immediately, even during a run, and keeps out of the conversation. The extension replies by setting a
// status under its own key. Types and names only, because both processes load this file.

import type { Renders, RowToDraw } from './view/renders.ts';
import type { Registered } from './view/registered.ts';
import type { ContextAct } from './context.ts';
import type { Usage } from './pi/messages.ts';
import type { PlanNotes } from './view/plan-notes.ts';
import type { BugReportRequest, SharePlace } from './sharing.ts';
import type { ShellAccess } from './shells.ts';
import type { ChildAct, LiveChild } from './view/live-child.ts';
import type { Expandable, Working } from './view/view.ts';
import type { Drawn, Frame } from './view/screens.ts';

/** The name of the command, of the status key, and of the extension's session entries. */
export const CHANNEL = 'pi-panel';

/** The custom type of the messages that tell the model what the user undid. Their details are an `UndoDetails`. */
export const UNDO_MESSAGE = 'undo';

/** For the page, which shows such a message as one line. */
export interface UndoDetails {
  /** Whether an undo was undone, so that the changes are back. */
  isRedo: boolean;
  /** Relative to the workspace, or absolute outside it. */
  paths: string[];
  /** How many files these are, if not as many as paths. A renamed file has two. */
  files?: number;
}

/** A session entry of the custom type `CHANNEL`. */
export interface CompanionEntry {
  /** A tool call that an extension blocked. pi stores such a call like one that failed (in pi 0.73.1 to 1.5.2). */
  blocked?: string;
  /** Whether pi goes to this entry in order to continue after the message before it. */
  isReturnPoint?: true;
  /** What a sub-agent used whose package does not tell it in the session. */
  child?: {
    id: string;
    name: string;
    model: string;
    usage: Usage;
    /** The id of its own session, if that is stored like any other. */
    session?: string;
  };
  /** The user's notes on a plan, which replace earlier ones. */
  plan?: NotedPlan;
}

export interface NotedPlan {
  /** The time of the answer with the plan, in ms since 1970. */
  at: number;
  notes: PlanNotes;
}

export type CompanionRequest =
  | { ask: 'tree' }
  /** `summarize`: the model summarizes the abandoned branch, which takes as long as an answer. */
  | { ask: 'navigate'; entryId: string; summarize: boolean; instructions?: string }
  /** An empty label removes it. */
  | { ask: 'label'; entryId: string; label: string }
  /** Lists what the next request to the model contains: `ContextPicture`. */
  | { ask: 'context' }
  /** Changes what the model gets of this entry, at once or when the turn has ended. */
  | { ask: 'edit_context'; entryId: string; act: ContextAct }
  | { ask: 'tools' }
  | { ask: 'use_tools'; names: string[] }
  | { ask: 'reload' }
  /** Reads credentials and models.json again. */
  | { ask: 'refresh_models' }
  /** Asks the model something beside the conversation: `SideAnswer`. */
  | { ask: 'model'; system: string; text: string }
  /**
   * Adds a line to the conversation that the model reads with the next message, unless the line with this id is there:
   * the panel may have ended before it got the answer.
   */
  | { ask: 'tell'; id: string; text: string; undo: UndoDetails }
  /**
   * At the next turn boundary pi waits for `release`, so that nothing in pi changes these files in the meantime.
   * Absolute paths.
   */
  | { ask: 'hold'; paths: string[] }
  | { ask: 'release' }
  /**
   * The size of the terminal that extensions draw for. `overlayRows`: the height of overlays. `isWatched`: whether a page shows it. If not, nothing is drawn.
   */
  | ({ ask: 'terminal'; isWatched: boolean } & PageSize)
  /** The bytes that a terminal sends for keys and the mouse. */
  | { ask: 'keys'; id: string; data: string }
  /** Cancels a screen, as Esc would. */
  | { ask: 'close'; id: string }
  /** Rows of the conversation as extensions draw them: `DrawnRow` for each. */
  | { ask: 'draw'; columns: number; rows: RowToDraw[] }
  /** Keeps the user's notes on a plan in the session. */
  | ({ ask: 'note_plan' } & NotedPlan)
  /** The limits of providers: `Quota[]`. */
  | { ask: 'quotas' }
  /** Stops a sub-agent, or gives it this message while it works. */
  | { ask: 'child'; id: string; act: ChildAct; text?: string }
  /** The recorded changes were removed, so the recorder has to forget them. */
  | { ask: 'forget' }
  /** Asks extensions for completions at the caret, which is between the two texts: `ExtensionCompletion[]`. */
  | { ask: 'complete'; before: string; after: string }
  /** Lists the themes of the TUI: `PiTheme[]`. */
  | { ask: 'themes' }
  /** Lists everything that pi has loaded. */
  | { ask: 'loaded' }
  /** Runs the handler of a shortcut that the extension at this path registered. */
  | { ask: 'shortcut'; path: string; key: string }
  /** Passes a key from the page to extensions that listen to the terminal. The answer says whether one consumed it. */
  | { ask: 'press'; data: string }
  /** Where the session would be shared: `{ place, account? }`. Rejects with what the user has to do first. */
  | { ask: 'share_target' }
  /** Writes the session to this file, as Radius gets it. Absolute. */
  | { ask: 'share_file'; file: string }
  /** Sends this file: `Shared`. */
  | { ask: 'share'; place: SharePlace; file: string }
  /** Writes the files of a bug report into a folder: `BugReport` without `download`. */
  | ({ ask: 'bug_files'; folder: string } & BugReportRequest)
  /** Uploads them, which resolves to the id of the report, or makes one zip file of them. */
  | { ask: 'bug_upload'; folder: string }
  | { ask: 'bug_zip'; folder: string; zip: string }
  /** What pi may do with the terminals of the user, in general. The panel decides it for each use. */
  | { ask: 'offer_terminal'; access: ShellAccess }
  /**
   * Offers a terminal for a program that an extension starts in the place of pi's TUI. `path`: of its device. `key`: see
   * `TerminalMark`. `namespace`: of the mounts among which the path is; null where there are no such things.
   */
  | { ask: 'lend_terminal'; path: string; key: string; namespace: string | null }
  /** Whether pi has this tool. */
  | { ask: 'offer_tool'; tool: SwitchedTool; isOn: boolean }
  /** Answers the `terminal_use`, `diagnostics_use` or `look_use` of this id, for the model. */
  | { ask: 'tool_used'; use: string; error: string }
  | ({ ask: 'tool_used'; use: string } & ToolAnswer);

/** The tools of pi that the user switches on and off. */
export type SwitchedTool = 'diagnostics' | 'look_at_preview';

/** What a tool of the panel answers. */
export interface ToolAnswer {
  text: string;
  /** In base64. */
  pictures?: { mimeType: string; data: string }[];
}

/** The variable that holds the first size of the terminal, as JSON. */
export const TERMINAL_VARIABLE = 'PI_PANEL_TERMINAL';

/** The variable that makes pi >= 1.x copy through the terminal too, which is how the text reaches the browser. */
export const CLIPBOARD_VARIABLE = 'PI_CLIPBOARD_OSC52';

/** The size of the terminal that extensions draw for. `overlayRows`: the height of overlays. Default: `rows`. */
export interface PageSize {
  columns: number;
  rows: number;
  overlayRows?: number;
}

/** The size until a page reports its own. */
export const DEFAULT_SIZE: PageSize = { columns: 80, rows: 24 };

/** The extension that made the call, as far as the stack shows it. */
export interface Caller {
  /** For display: the name of its file or folder. */
  name: string;
  path: string;
}

export type CompanionReport =
  /**
   * Sent before all other handlers at the start of a session and after a reload. `command`: the command that carries
   * requests. `isTrusted`: whether pi uses the settings and resources of the project.
   */
  | { type: 'loaded'; session: string; isReload: boolean; command: string; isTrusted: boolean }
  /** `n` is the id of the request. */
  | { type: 'answer'; n: string; data: unknown }
  | { type: 'answer'; n: string; error: string }
  /**
   * The next record is a dialog of this caller, which has these commands and tools. `n` is set if the dialog can be
   * withdrawn by an AbortSignal.
   */
  | { type: 'dialog'; by?: Caller; commands: string[]; tools: string[]; n?: string }
  /** Dialog `n` has ended in pi. pi itself does not report that a dialog was withdrawn (in pi 0.73.1 to 1.5.2). */
  | { type: 'dialog_closed'; n: string; isWithdrawn: boolean }
  /** The extension called UI functions that RPC mode does not support. */
  | { type: 'unsupported'; by: Caller; calls: string[] }
  /** Another model was chosen, by the user or by an extension. */
  | { type: 'model' }
  /** Whether pi keeps the provider's cache warm between runs, which costs money. */
  | { type: 'warming'; isIdle: boolean }
  /** File changes were recorded. `problem`: why they are not recorded, as a sentence for the user. */
  | { type: 'changes'; problem?: string }
  /** pi reads a terminal of the user, or types `input` in it, which the user has confirmed. */
  | { type: 'terminal_use'; n: string; name?: string; lines?: number; since?: number; input?: string }
  /** pi asks for the problems that language servers find. `paths`: those that the session changed if absent. */
  | { type: 'diagnostics_use'; n: string; paths?: string[] }
  /** pi looks at the preview of the user. */
  | { type: 'look_use'; n: string }
  /** An extension asked pi to end. pi ends once nothing runs. */
  | { type: 'ending' }
  /** The model gets other content of these entries, or nothing, from the next request on. */
  | { type: 'context_edited'; entries: string[] }
  /** pi is between two turns, and waits for `release`. */
  | { type: 'boundary' }
  /** An extension blocked this tool call. */
  | { type: 'blocked'; call: string }
  /** An extension begins to draw something, draws its next frame, or ends it. */
  | { type: 'drawn'; drawn: Drawn }
  | { type: 'frame'; frame: Frame }
  | { type: 'drawn_closed'; id: string }
  /** Everything that extensions changed about the working indicator. */
  | { type: 'working'; working: Working }
  /** The sub-agents that packages have started in this session since pi started, oldest first. */
  | { type: 'children'; children: LiveChild[] }
  /** The rows of the conversation that extensions draw. */
  | { type: 'renders'; renders: Renders }
  /** Shortcuts and completions of extensions. */
  | { type: 'registered'; registered: Registered }
  /** An extension chose another theme. */
  | { type: 'theme'; name: string }
  /** The renderer of this tool call wants to be called again. */
  | { type: 'redraw'; call: string }
  /** An extension appended a session entry that it draws. `at`: ms since 1970. */
  | { type: 'entry'; id: string; customType: string; data?: unknown; at: number }
  /** A picture in what extensions draw, before the lines that show it. `data` is base64. */
  | { type: 'picture'; mimeType: string; data: string }
  /** An extension forked the session. `text`: the message before which it did, for the editor. */
  | { type: 'forked'; text: string }
  /** An extension went to another point in the session. `leafId`: its new last entry. */
  | { type: 'moved'; leafId: string | null }
  /** An extension copied this text through the terminal. */
  | { type: 'clipboard'; text: string }
  /** An extension pastes this text into the editor, at the caret. */
  | { type: 'pasted'; text: string }
  /** All cards of tool calls, or all thoughts of the model, are expanded or collapsed. */
  | { type: 'expanded'; what: Expandable; isExpanded: boolean }
  /** For the user, about what extensions draw. */
  | { type: 'notice'; message: string }
  /**
   * The label of an entry was set, or removed if `label` is absent. `row` identifies the entry's message, if it has
   * one.
   */
  | { type: 'label'; entryId: string; label?: string; row?: { role: string; timestamp: number } };

/** The effect of keys in a custom editor: the messages to send, and whether to stop the run. */
export interface EditorActs {
  submitted: string[];
  /** Messages for after the run. */
  followUps?: string[];
  isInterrupted: boolean;
  /** pi's actions whose keys were pressed, such as `app.model.select`. */
  actions?: string[];
  /** The text of the editor that an action moves to the page's composer. */
  draft?: string;
}

/** `cost`: in dollars. */
export interface SideAnswer {
  text: string;
  model: string;
  cost: number;
}

export interface ToolChoice {
  tools: { name: string; description: string; isActive: boolean }[];
}
