// The HTTP API's types for the state of git: the JSON of the routes below `/api/agents/:agent/git`. Types only.

import type { ChangedFile } from './changes.ts';

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
  /** Paths of tracked files that differ from the index. */
  unstaged: string[];
  /** By path, relative to the workspace. An untracked folder ends with a `/`. */
  files: Record<string, GitMark>;
  /**
   * When git began to look, in ms since 1970, with fractions. Answers may overtake each other: the one with the highest
   * number is the newest.
   */
  readAt: number;
  /** Whether git does something in the workspace that a user asked for. */
  isBusy?: true;
  /** The last act that a user asked for, if it failed when the page that asked was gone. */
  lost?: LostAct;
  /** What git waits for, because of a conflict or because the user stopped there. */
  unfinished?: Unfinished;
}

export interface LostAct {
  /** Why it failed, in git's words. */
  words: string;
  /** The message of a commit that was not made. */
  message?: string;
}

/** POST git/fetch, git/pull, git/push, git/branch: what ran, and the state afterwards. */
export interface GitDone {
  commands: CommitResult['commands'];
  state?: GitState;
}

/** POST git/stage, git/unstage. */
export interface StageBody {
  paths: string[];
}

/** POST git/pull. Without `how`, as git is configured. */
export interface PullBody {
  how?: 'ff' | 'merge' | 'rebase';
}

/** POST git/push. */
export interface PushBody {
  /** The remote to push to, which becomes the upstream. */
  upstream?: string;
  /** The commit on the remote that is overwritten. git refuses if the remote has another one by now. */
  expected?: string;
}

/** GET git/push: what a push of the current branch would do, as far as was fetched. */
export interface PushPlan {
  branch: string | null;
  remotes: string[];
  /** Where git pushes it; null without an upstream. */
  remote: string | null;
  ref: string;
  /** The commit that the remote had at the last fetch. */
  expected: string | null;
  commits: GitCommit[];
  /** The commits on the remote that only a forced push would overwrite. */
  overwritten: GitCommit[];
  /** Null if the branch is not on the remote, or if its host is not known. */
  pullRequest: PullRequestLink | null;
}

/** The page of a host for a new pull request from a branch. */
export interface PullRequestLink {
  /** The name of the kind of host. */
  site: string;
  url: string;
}

export interface GitCommit {
  id: string;
  parents: string[];
  author: string;
  /** In ms since 1970. */
  at: number;
  /** Full names of branches and tags, `HEAD -> ` before the current one. */
  refs: string[];
  subject: string;
}

/** GET git/commits/:commit: a commit with what it changed, compared with its first parent. */
export interface CommitDetails extends GitCommit {
  message: string;
  files: ChangedFile[];
  /** The current branch has it. */
  isInHead?: true;
}

/** GET git/stash: `{entries}`. */
export interface Stash {
  /** Its commit, which also names it for `git/commits`. */
  id: string;
  /** In ms since 1970. */
  at: number;
  message: string;
}

/** POST git/stash. `save`: the message of a new entry with everything that is not committed; '' for git's own. */
export type StashBody = { save: string } | { apply: string } | { drop: string };

/** GET git/message?commit=ID: the whole message of a commit. */
export interface GitMessage {
  id: string;
  message: string;
}

/** POST git/message: drafts a message for a commit of these paths, or of what is staged. */
export type MessageDraftBody = { paths: string[] } | { staged: true };

/** Its answer. */
export interface MessageDraft {
  message: string;
  /** The model that wrote it, and what that has cost in dollars. */
  model: string;
  cost: number;
}

/** GET git/branches */
export interface GitBranch {
  /** Without `refs/heads/` or `refs/remotes/`. */
  name: string;
  isRemote?: true;
  commit: string;
  upstream: string | null;
  /** Its upstream was deleted. */
  isGone?: true;
  ahead: number;
  behind: number;
  /** The time of its last commit, in ms since 1970, and the first line of its message. */
  at: number;
  subject: string;
  isCurrent?: true;
  /** The folder of another worktree that has it checked out. */
  folder?: string;
}

/** GET git/branches/own?branch=NAME: what deleting a branch would lose. */
export interface OwnCommits {
  /** Its last commit. */
  commit: string;
  /** Those that no other branch, remote or tag has. */
  commits: GitCommit[];
}

/** POST git/branch */
export type BranchBody =
  /** `stay`: without switching to it. */
  | { create: string; from?: string; stay?: true }
  /** `stash`: what is not committed is put on the stash first. */
  | { switch: string; stash?: true }
  | { rename: string; to: string }
  /** `unmerged`: its commit, to delete a branch with commits that no other branch has. */
  | { delete: string; unmerged?: string };

export type Unfinished = 'merge' | 'rebase' | 'cherry-pick' | 'revert';

/** POST git/resolve: takes the whole file of one side of a conflict, which may have deleted it, and stages it. */
export interface ResolveBody {
  path: string;
  side: 'ours' | 'theirs';
}

/** POST git/pick: makes a commit that undoes another one, or that does the same on the current branch. */
export interface PickBody {
  act: 'revert' | 'cherry-pick';
  commit: string;
}

/** POST git/unfinished */
export interface UnfinishedBody {
  act: 'continue' | 'abort';
}

/** One file of a commit: all of it, or only these hunks of its diff against HEAD (see `shared/hunks.ts`). */
export interface ChosenFile {
  path: string;
  hunks?: string[];
}

/** POST git/commit. Without `message` the changes are only staged. */
export interface CommitRequest {
  message?: string;
  /** Replaces the last commit. */
  amend?: true;
  /** Adds a line `Signed-off-by`. */
  signoff?: true;
  /** What is staged already is part of the commit, too. */
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
  /** In the order of their start; without those that have printed and asked nothing. */
  commands: { command: string; output: string; questions?: GitQuestion[] }[];
}

/** What git, ssh or a hook asks while it runs, such as the passphrase of a key. */
export interface GitQuestion {
  id: string;
  text: string;
  /** `notice`: nothing can be answered, for instance when a security key has to be touched. */
  kind: 'secret' | 'text' | 'notice';
}

/** POST /api/git/answers/:question */
export type GitAnswer = { answer: string } | { cancelled: true };
