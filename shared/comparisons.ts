// The HTTP API's types for comparisons, the same prompt given to several models: the JSON of the routes below
// `/api/comparisons`. Types only.
import type { NewWorktree, MergedFile } from './worktrees.ts';

/** As pi names a model. */
export interface ModelName {
  provider: string;
  id: string;
}

/** POST comparisons: each model gets an agent in its own worktree, on its own branch. */
export interface NewComparison extends Pick<NewWorktree, 'folder' | 'base' | 'setup'> {
  prompt: string;
  /** Two to four. */
  models: ModelName[];
  agent?: { trust?: boolean; demo?: boolean };
}

export interface Candidate {
  model: ModelName;
  branch: string;
  /** The worktree, absolute and without links. */
  folder: string;
  /** Why its worktree was not started, although others were; absent if it was. */
  failure?: string;
  /** Whether the worktree still exists. */
  isThere: boolean;
  /** When its agent started, in ms since 1970; null before that, and if the worktree is gone. */
  startedAt: number | null;
}

/** GET comparisons: newest first. One whose worktrees are all gone is not among them. */
export interface Comparison {
  id: string;
  /** The first checkout of the repository. */
  repository: string;
  prompt: string;
  /** When it was started, in ms since 1970 by the server's clock. */
  at: number;
  /** In the order in which the user chose the models. */
  candidates: Candidate[];
}

/** GET comparisons/:comparison/files: what each candidate changed since the common commit, committed or not. */
export interface ComparedFiles {
  /** In the order of the candidates; null if the worktree is gone or cannot be read. */
  candidates: (readonly MergedFile[] | null)[];
  /** The whole text of the last answer of each candidate's agent, as Markdown; null if there is no agent or answer. */
  answers: (string | null)[];
}

/** The content of one file: its text; null if the file does not exist; or why it is not shown. */
export type ComparedContent = string | null | { hidden: 'binary' | 'large' };

/** GET comparisons/:comparison/file?path=FILE */
export interface ComparedFile {
  /** In the common commit. */
  before: ComparedContent;
  /** In the order of the candidates; absent from one that did not change the file. */
  after: { content: ComparedContent; isChanged: boolean }[];
}
