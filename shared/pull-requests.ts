// The HTTP API's types for pull requests and checks: the JSON of the routes `git/pull-requests` and `git/checks` below
// `/api/agents/:agent`. Types only. GitLab's merge requests are pull requests here.

import type { ChangedFile } from './changes.ts';

/** The program of the user that asks the host: GitHub's, GitLab's, and that of Gitea and Forgejo. */
export type ForgeProgram = 'gh' | 'glab' | 'tea';

/** GET git/pull-requests: null if the repository has no host of pull requests. */
export interface PullRequests {
  /** Where they are, such as `github.com/owner/name`. */
  repository: string;
  program: ForgeProgram;
  /** The open ones, the newest first. Not more than 100. */
  open: PullRequest[];
  /** The branch that a new one would be about; null if HEAD is detached, or if the branch was never pushed. */
  branch: string | null;
  /** The last commit of that branch that was pushed, whose checks are shown. */
  commit: string | null;
}

export interface PullRequest {
  number: number;
  title: string;
  url: string;
  author: string;
  /** The branch with the commits, and the one that is to get them. */
  branch: string;
  base: string;
  /** The last commit of `branch`. */
  commit: string;
  state: 'open' | 'merged' | 'closed';
  isDraft?: true;
  /** It is about the branch that is checked out. */
  isCurrent?: true;
}

/** GET git/pull-requests/:number */
export interface PullRequestDetails extends PullRequest {
  /** Markdown. */
  body: string;
  /** The oldest first. */
  comments: ReviewComment[];
  /** The host has more than are listed. */
  hasMore?: true;
}

export interface ReviewComment {
  id: string;
  /** The thread that it belongs to. Comments on the pull request itself have one each. */
  thread: string;
  author: string;
  /** In ms since 1970. */
  at: number;
  body: string;
  /** The file, relative to the repository, and the line that it is about. */
  path?: string;
  line?: number;
  /** The line is one that the pull request removes. */
  side?: 'before';
  /** The verdict of a review. */
  verdict?: 'approved' | 'changes requested';
  isResolved?: true;
}

/** GET git/pull-requests/:number/changes: what its commits change, since the branch that is to get them. */
export interface PullRequestChanges {
  /** Both are ids of commits. */
  base: string;
  commit: string;
  files: ChangedFile[];
}

/** POST git/pull-requests/:number/answers */
export interface ThreadAnswer {
  thread: string;
  body: string;
}

/** POST git/pull-requests/:number/answers/draft: drafted by the model of the agent, beside its conversation. */
export interface AnswerDraft {
  text: string;
  model: string;
  /** In dollars. */
  cost: number;
}

export type CheckState = 'passed' | 'failed' | 'running' | 'skipped';

/** GET git/checks?commit=ID: `{checks}`. */
export interface Check {
  /** For `git/checks/log`, if `hasLog` is set. */
  id: string;
  name: string;
  state: CheckState;
  /** What the host says about it, in a line. */
  summary: string;
  /** Its page. */
  url: string | null;
  hasLog?: true;
}

/** GET git/checks/log?check=ID: the end of a log. */
export interface CheckLog {
  text: string;
  /** The beginning is left out. */
  isCut: boolean;
}

/** GET git/new-pull-request: what a new one could say. */
export interface PullRequestDraft {
  branch: string;
  base: string;
  /** The branches of the remote that it could be for. */
  bases: string[];
  title: string;
  body: string;
}

/** POST git/new-pull-request */
export interface NewPullRequest {
  title: string;
  body: string;
  base: string;
  isDraft?: true;
}

/** Its answer. */
export interface OpenedPullRequest {
  number: number;
  url: string;
}

/** What "Watch until green" may do. */
export interface WatchLimits {
  /** How often a failure goes to the agent. */
  attempts: number;
  /** The sum in dollars that the agent may spend on it; null for none but that of the session. */
  dollars: number | null;
  /** The commits of the agent are pushed at once, and not only after the user has confirmed it. */
  pushes: boolean;
}

export type WatchPhase =
  /** For the checks to end. */
  | 'waiting'
  /** The agent works on the failed ones. */
  | 'fixing'
  /** For the user to confirm the push of the agent's commits. */
  | 'confirming'
  | 'pushing'
  /** The others are the ways in which it ends. */
  | 'passed'
  | 'stopped'
  /** The attempts or the dollars are used up. */
  | 'used_up'
  /** The agent has ended, has made no commit, or something failed. */
  | 'failed';

/** GET git/watch?revision=N: the last watch of the agent, or null. Waits for news after the revision, if there is one. */
export interface CheckWatchState {
  /** Rises with every change. */
  revision: number;
  phase: WatchPhase;
  /** Why it ended; empty if the phase says everything. */
  reason: string;
  branch: string;
  /** The pushed commit whose checks are watched. */
  commit: string;
  /** How often a failure has gone to the agent. */
  attempt: number;
  /** In dollars. */
  spent: number;
  limits: WatchLimits;
}

/** POST git/watch */
export type WatchBody = { start: WatchLimits } | { act: 'stop' | 'push' };
