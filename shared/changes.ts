// The HTTP API's types for file changes: the JSON of the routes below `/api/agents/:agent/changes`. Types only.
import type { LineEndings } from './line-endings.ts';

export type ChangeKind = 'created' | 'modified' | 'deleted' | 'renamed' | 'mode';

/** Whether everything that a turn did to files can be shown and undone. */
export type Coverage = 'full' | 'partial' | 'none';

/** GET changes; with `scope=head`, one turn with everything that differs from git's last commit. */
export interface ChangeList {
  /** The turns of the session, oldest first. Those of other branches are listed while something of them is left. */
  turns: ChangedTurn[];
  /**
   * What the user did in shells in this folder, by command, oldest first: since the session began, and at least of the
   * last day. It belongs to no session, so no undo of the agent's turns concerns it. Absent if there is nothing.
   */
  shells?: ShellTurn[];
  /** The files of all turns, each once: what is left of all changes together. */
  files: ChangedFile[];
  /** The bytes that this workspace's recorded contents take up, and their limit. */
  store: { bytes: number; limit: number };
  /** The undos of this session that can be redone, newest first. */
  undos: OpenUndo[];
  /** Undos that were confirmed while the agent was running, oldest first; for a while also those that were done. */
  queued: QueuedUndo[];
  /** When the user last removed what was recorded of the workspace, in ms since 1970. */
  forgottenAt?: number;
  /** git's branch, with `scope=head` only. */
  branch?: string;
}

export interface OpenUndo {
  /** Redo by this. */
  entry: string;
  /** In ms since 1970. */
  at: number;
  paths: string[];
  /** The lines, if it concerns one hunk or some of its lines. */
  lines?: HunkLines;
}

/**
 * DELETE changes/queued/:id cancels an undo that waits, or dismisses the outcome of one that has ended. 409
 * `undo_started` while it is carried out.
 */
export interface QueuedUndo {
  id: string;
  /** When it was confirmed or, once it has ended, when it ended; in ms since 1970. */
  at: number;
  isRedo: boolean;
  /** How many files it concerns. A renamed one counts once. */
  files: number;
  /** The paths that these files had when it was confirmed. */
  paths: string[];
  /** The id of the hunk, if it concerns one hunk or some of its lines. */
  hunk?: string;
  /** The lines of the hunk. */
  lines?: HunkLines;
  /** Null while it waits. */
  outcome: UndoOutcome | null;
}

export interface UndoOutcome {
  /** How many of the files. */
  undone: number;
  /** The paths that were left alone, or of which only a part was done. `why` is a sentence for the user. */
  left: Omit<FileOutcome, 'outcome'>[];
  /** Why nothing was carried out, as a sentence for the user. */
  failure?: string;
  /** Why it could not be recorded although the files were written, as a sentence for the user. */
  unrecorded?: string;
}

export interface ChangedTurn {
  /** The key of the user's entry. */
  id: string;
  /** When the user sent the message, in ms since 1970. */
  at: number;
  coverage: Coverage;
  /** Why the coverage is not full, as sentences for the user. */
  why?: string;
  /**
   * Set if the message is not in the conversation, for instance after a fork, but changes of its turn were restored
   * there.
   */
  isRestored?: true;
  /** Set if the session has left the branch of the message, which leaves the files as they are. */
  isOnOtherBranch?: true;
  files: ChangedFile[];
  /** The errors that language servers find in these files since the turn. Absent if they were not looked for. */
  errors?: TurnErrors;
}

/** Errors that were not there before a turn, and are still there. */
export interface TurnErrors {
  /** The first ones. */
  errors: TurnError[];
  /** How many more there are. */
  more: number;
  /** How many there were that are gone now. */
  mended: number;
}

export interface TurnError {
  /** Relative to the workspace. */
  path: string;
  /** From 1. */
  line: number;
  message: string;
  /** What has found it, such as `ts`. */
  source: string | null;
  code: string | null;
}

/** `id`: names it where a turn is named, for instance in `{undo: {turn}}`. `at`: when the command began. */
export interface ShellTurn extends ChangedTurn {
  /** Null if the shell does not tell its commands. */
  command: string | null;
}

export interface ChangedFile {
  /** Relative to the workspace, `/` between names; absolute outside the workspace. */
  path: string;
  /** The old path of a renamed file. */
  from?: string;
  kind: ChangeKind;
  /** How many lines of the change are still on disk; 0 for contents that are not text. */
  added: number;
  removed: number;
  isBinary?: true;
  /** How many of these lines have been committed since. */
  committed?: { added: number; removed: number };
  /** Differs after every write to the file, and for a file with commits after every commit. */
  version: string;
  /** The tool calls that changed the file, oldest first. */
  calls: string[];
  /** Whether something else wrote at the same time, in which case the change may not be the agent's, or the user's. */
  shared: boolean;
  /** Whether the content before the change is known. */
  known: boolean;
  /** Set if the user changed it in a shell. */
  isInShell?: true;
  /** Whether the change was undone, or nothing is left of it for another reason. */
  undone: boolean;
}

/** A file of which only the kind of its change is known. */
export function changedFile(path: string, kind: ChangeKind): ChangedFile {
  return {
    path,
    kind,
    added: 0,
    removed: 0,
    version: '',
    calls: [],
    shared: false,
    known: true,
    undone: false,
  };
}

/**
 * GET changes/diff?path=, with `turn=`, `from=`, `scope=session` or `scope=head`: the text before and after. An undo
 * turns `after` into `before`. A byte 0xNN that is not UTF-8 is the lone surrogate U+DCNN in it.
 */
export type ChangeDiff =
  | {
      before: string;
      after: string;
      beforeEtag: string | null;
      afterEtag: string | null;
      /** Whether `after` is what is on disk now. If it is not, the same lines of the file have changed since. */
      isCurrent: boolean;
      /** Why it is not current, as a sentence for the user. */
      why?: string;
      /** Ids of the hunks that have been committed since, and so count as kept. */
      committed?: string[];
      /**
       * The line endings that the file had on disk and has now, if both texts are as git stores them, because git
       * ignores this difference.
       */
      endingsOnDisk?: { before: LineEndings; after: LineEndings };
    }
  | {
      binary: true;
      beforeEtag: string | null;
      afterEtag: string | null;
      /** The sizes of the files that pointers of git-lfs stand for, in bytes. */
      pointers?: { before?: number; after?: number };
    };

/**
 * Who wrote a line: a turn of the agent (the key of the user's entry), the user, or unknown. `isElsewhere` is set if
 * the turn is in another conversation or on another branch.
 */
export type LineAuthor = { turn: string; isElsewhere?: true } | 'user' | 'unknown';

/** GET changes/lines?path= : who wrote each line of the file on disk, from the first on. Null if it is not text. */
export interface LineAuthors {
  runs: { lines: number; by: LineAuthor }[] | null;
}

/**
 * The changes to undo. `turn`, `from`: the key of a user's entry; `turn` may name a range, see `view/turn-range.ts`.
 * `hunk`: one of the hunks of the diff, by `shared/hunks.ts`.
 */
export type Undo =
  | { turn: string }
  | { call: string }
  | { path: string; turn?: string }
  | { folder: string; turn?: string }
  | { from: string }
  | { session: true }
  | { discard: Discard }
  | { hunk: HunkUndo };

/** What differs from git's last commit, or from its index, no matter who changed it. */
export interface Discard {
  paths: string[];
  to: 'head' | 'index';
}

export interface HunkUndo {
  path: string;
  id: string;
  /** Only these lines of the hunk; all of it if absent. */
  lines?: HunkLines;
  turn?: string;
  from?: string;
  /** Of the difference from git's last commit. */
  isHead?: true;
}

/** Some lines of a hunk, as ranges of the lines before and after (from 0, end exclusive). */
export interface HunkLines {
  before: [from: number, to: number];
  after: [from: number, to: number];
}

/** POST changes/plan. `redo`: an `entry` of an earlier undo. */
export type PlanRequest = { undo: Undo } | { redo: string };

/**
 * `restore`: exactly the content from before. `merge`: the same, but with the changes made since. `conflict`: changes
 * made since are in the way. `unknown`: the content from before is not known. `nothing`: the file already is as it was
 * before.
 */
export type PlanAction = 'restore' | 'delete' | 'merge' | 'conflict' | 'unknown' | 'nothing';

export interface PlannedFile {
  path: string;
  action: PlanAction;
  /** The path that a renamed file has now. It moves from there to `path`. */
  from?: string;
  /** The paths of other rows with which the file was moved, for instance swapped. They are undone together. */
  with?: string[];
  /** Set if it is a folder, which is removed only if it is empty. */
  isFolder?: true;
  /** Set if something else wrote at the same time, or may have. The file is then undone only if `paths` names it. */
  shared?: true;
  /** Why the change may be the user's although only a command is known to have written, as a sentence for the user. */
  mayBeYours?: string;
  /** Why nothing can be done, as a sentence for the user. */
  why?: string;
}

export interface Plan {
  plan: string;
  files: PlannedFile[];
  /** The lines, if it concerns one hunk or some of its lines. */
  lines?: HunkLines;
}

/** `changed`, `failed`: the file was left alone; `why` says more. `queued`: it happens when the agent is idle. */
export type Outcome = 'restored' | 'deleted' | 'merged' | 'changed' | 'failed' | 'queued';

export interface FileOutcome {
  path: string;
  outcome: Outcome;
  /** Why the file was not written, as a sentence for the user. */
  why?: string;
  /** Whether the file differs from before although not everything could be done with it. */
  isPartial?: true;
}

/** POST changes/plans/:plan `{paths?}`: 200, or 202 while the agent runs. */
export interface PlanResult {
  /** Redo by this. */
  entry: string;
  files: FileOutcome[];
  /** Why the end of the undo could not be recorded although the files were written, as a sentence for the user. */
  unrecorded?: string;
  /** Those of these files that are staged in git's index, which the panel leaves as it is. */
  staged?: string[];
}
