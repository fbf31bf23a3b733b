// Requests that one region makes to another one through the workbench: to show a file, a review or an entry.
import type { FocusClaim } from '../../lib/browser/focus-claim.ts';

/** The changes of one tool run to a file, or those of the whole conversation. */
export type DiffOf = { run: string } | 'conversation';

export interface PlaceInFile {
  /** 1-based. */
  line?: number;
  /** Selects this part of the line. `column` is 1-based. */
  match?: { column: number; length: number };
  /** Shows these changes to the file as a diff. */
  diffOf?: DiffOf;
  /** Whether to open the file in a second editor beside the first one. */
  isBeside?: boolean;
  /** Replaces this text of the file, which is not saved yet. */
  edit?: { from: string; to: string };
  /** Whether the user only looks at the file: the next such file replaces its tab. */
  isPreview?: boolean;
}

export interface FileRequest extends PlaceInFile {
  /** The workspace that the page showed at the time of the request. The file is opened only there. */
  workspace: string;
  path: string;
  /** Returns whether the focus may move to the text once it is shown. */
  isFocusFree: FocusClaim;
}

/** The changes that the list of changes and the review can show. */
export const CHANGE_SCOPES = ['turn', 'since', 'session', 'head'] as const;
export type ChangeScope = (typeof CHANGE_SCOPES)[number];

export interface ReviewRequest {
  /** Limits the review to this turn. */
  turn?: string;
  /** Shows what this commit changed, by its id. */
  commit?: string;
  /** Shows what this pull request changes, by its number, with the comments on it. */
  pull?: number;
  path?: string;
  hunk?: string;
  /** Set to resolve a conflict in the file, even if the user has kept its changes. */
  isConflict?: true;
  /** Set to ask for a commit of the differences from git's last one. */
  isCommit?: true;
  /** Set to commit what is staged, unless the user chooses otherwise. */
  isStaged?: true;
}

export interface EntryRequest {
  /** The ids of the session and of its entry. */
  session: string;
  entry: string;
  call?: string | undefined;
  /** The text that was searched for, to highlight it. */
  query?: string | undefined;
}

/** A place in the conversation: a tool call, a message by the key of its entry, or an entry of a session. */
export type ChatPlace = { call: string } | { key: string } | EntryRequest;

/** A stored session to read, and the entry or tool call to scroll to. */
export interface StoredRequest {
  session: string;
  entry?: string | undefined;
  call?: string | undefined;
  /** The text that was searched for, to highlight it. */
  query?: string | undefined;
}

/** What the preview shows: a file of the workspace, or an app that listens on a port of the panel's machine. */
export type PreviewRequest =
  | { file: string }
  /** `path`: with a slash at its start, and perhaps a query and a fragment. */
  | { port: number; path: string };

/** Whose usage is shown. */
export type UsageScope = 'all' | 'folder' | 'session' | 'turn';
