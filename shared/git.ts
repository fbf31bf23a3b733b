// The HTTP API's types for the state of git: the JSON of the routes below `/api/agents/:agent/git`. Types only.

export type GitMark = 'modified' | 'added' | 'deleted' | 'untracked' | 'conflict';

/** GET git when git failed: its message, for example about a repository that belongs to another user. */
export interface GitProblem {
  problem: string;
}

/** GET git: null if the workspace is not in a repository. */
export interface GitState {
  /** Null if HEAD is detached. */
  branch: string | null;
  /** Null before the first commit. */
  commit: string | null;
  upstream: string | null;
  /** Commits that only the local branch has, and commits that only its upstream has. */
  ahead: number;
  behind: number;
  /** Paths with changes in the index, which the next commit contains in any case. */
  staged: string[];
  /** By path, relative to the workspace. An untracked folder ends with a `/`. */
  files: Record<string, GitMark>;
}

/** One file of a commit: all of it, or only these hunks of its diff against HEAD (see `shared/hunks.ts`). */
export interface ChosenFile {
  path: string;
  hunks?: string[];
}

/** POST git/commit. Without `message` the changes are only staged. */
export interface CommitRequest {
  message?: string;
  files: ChosenFile[];
}

export interface CommitResult {
  isDone: boolean;
  /** The short hash of the commit; absent if nothing was committed. */
  hash?: string;
  /** The branch that the commit is on; absent if nothing was committed, or if HEAD is detached. */
  branch?: string;
  /** Chosen files with a name that the panel refuses, and why. They are not part of it. */
  leftOut?: { path: string; reason: string }[];
  /** The commands that ran, with their whole output. */
  commands: { command: string; output: string; status: number | null }[];
}

/**
 * GET /api/git/output?folder=DIR&revision=N: what the commands that the user asked for print in this folder while they
 * run, hooks included. Waits for news after the revision, if there is one. A commit runs in the workspace, everything about worktrees in
 * the checkout that git writes to.
 */
export interface GitOutput {
  /** Rises with every change, whatever the folder. */
  revision: number;
  /** In the order of their start; without those that have printed nothing. */
  commands: { command: string; output: string }[];
}
