// The types that carry the state of git between page and panel: the JSON of the routes below `/api/agents/:agent/git`.
// Types only.

export type GitMark = 'modified' | 'added' | 'deleted' | 'untracked' | 'conflict';

/** GET git where git failed: its message, as for a repository that belongs to another user. */
export interface GitProblem {
  problem: string;
}

/** GET git: null where the workspace is in no repository. */
export interface GitState {
  /** Null: HEAD is detached. */
  branch: string | null;
  /** Null: there is no commit yet. */
  commit: string | null;
  upstream: string | null;
  /** Commits that the upstream does not have, and that it has more. */
  ahead: number;
  behind: number;
  /** Paths with changes in the index, which the next commit contains in any case. */
  staged: string[];
  /** By path, relative to the workspace; of an untracked folder with a `/` at the end. */
  files: Record<string, GitMark>;
}

/** One file of a commit: all of it, or only these hunks of its difference to HEAD (see `shared/hunks.ts`). */
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
  /** The commands that ran, with their whole output. */
  commands: { command: string; output: string; status: number | null }[];
}
