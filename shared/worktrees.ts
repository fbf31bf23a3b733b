// The HTTP API's types for git worktrees: the JSON of the routes below `/api/worktrees`. Types only.
import type { PiRun } from './resources.ts';
import type { NewAgent } from './wire.ts';

/** GET worktrees?folder=DIR: what is needed to add a worktree to the repository of this folder. */
export interface Repository {
  /** Absolute path of the first checkout. Worktrees are created beside it. */
  folder: string;
  /** The requested folder, relative to its checkout: `sub/` or empty. */
  prefix: string;
  /** The branch of the requested folder; null if HEAD is detached. */
  branch: string | null;
  /** Local and remote branches, and refs with the kept work of ended worktrees, the most recently changed first. */
  branches: string[];
  /** The folder in which new worktrees are created. */
  place: string;
  /** The command that the user chose to run in each new worktree; empty if none. */
  setup: string;
  /** Commands that the files of the repository suggest, such as `npm ci`. */
  setupIdeas: string[];
  /** Files named by .worktreeinclude, which are copied into a new worktree. */
  included: string[];
}

/** POST worktrees */
export interface NewWorktree {
  /** A folder in the repository. The agent starts in the same folder of the worktree. */
  folder: string;
  branch: string;
  /** A branch or a commit. */
  base: string;
  /** Absolute; must not exist. */
  place: string;
  /** Runs in a shell in the new worktree; empty for none. Remembered for the next worktree. */
  setup: string;
  agent?: Pick<NewAgent, 'trust' | 'demo'> & { model?: { provider: string; id: string }; prompt?: string };
}

export type StartStep = 'adding' | 'copying' | 'setup' | 'starting';

/** A worktree that is being prepared for an agent. GET worktrees/starts/:start?from=N waits for a change. */
export interface WorktreeStart {
  id: string;
  /** The first checkout of the repository. */
  repository: string;
  branch: string;
  /** The new worktree. */
  folder: string;
  /** The current step, or the one that failed. */
  step: StartStep;
  state: 'running' | 'failed' | 'done';
  /** Why it failed, and what it left behind. */
  error: string | null;
  /** What a hook of git printed that failed after the worktree had been added; null if none did. */
  warning: string | null;
  /** Whether the worktree exists, so that the set-up can be repeated or skipped, and the worktree can be discarded. */
  isMade: boolean;
  /** Files that were copied. */
  copied: string[];
  /** The id of the shell in which the set-up command runs; null if there is none, or not any more. */
  shell: string | null;
  /** The set-up command where the panel has no shells, with its output from character `from` on. */
  run: PiRun | null;
  /** Id of the agent that works in it. */
  agent: string | null;
  /** Rises with every change. */
  revision: number;
}

/** The work that ending a worktree would remove from the disk, or leave on this machine only. */
export interface WorktreeWork {
  folder: string;
  repository: string;
  /** Null if HEAD is detached. */
  branch: string | null;
  /** Tracked files that differ from the last commit. */
  uncommitted: string[];
  untracked: string[];
  /** Ignored files and folders that were made neither by the set-up nor by .worktreeinclude. */
  ignored: string[];
  /** Ignored files and folders that existed after the set-up. */
  expected: string[];
  /** Commits that no remote and no other branch has. They stay on the branch. */
  unpushed: { id: string; subject: string }[];
  /** The repositories inside it, such as submodules. They go with the folder. */
  inner: InnerRepository[];
  /** How many conversations of its agents are stored in it, or nowhere, and go with it. */
  conversations: number;
  /** Why it cannot be removed at all, such as a repository inside it. */
  obstacle: string | null;
  isClean: boolean;
  /** Identifies this state. */
  seen: string;
}

/** A repository inside a worktree, with the work that would go with the folder. */
export interface InnerRepository {
  /** Relative to the worktree. */
  path: string;
  /** Files that are not committed there. */
  files: string[];
  /** Commits that none of its remotes has. */
  commits: { id: string; subject: string }[];
  /** Why it is not known what it contains; null if it is. */
  problem: string | null;
}

/** POST worktrees/end */
export interface WorktreeEnd {
  folder: string;
  /** Identifies the state that the user saw. */
  seen: string;
  /** The name of the branch (or folder), as the user typed it; required unless the worktree is clean. */
  confirm?: string;
  /** Removes the branch as well, unless it has commits that no other ref leads to. */
  withBranch?: true;
}

export interface WorktreeEnded {
  /** The branch that stays; null if there was none, or if it was removed, too. */
  branch: string | null;
  /** The ref of a commit with what was uncommitted and untracked; null if nothing was. */
  kept: string | null;
}

/** POST worktrees/forget: ends the agents of a worktree whose folder is gone, and makes git forget it. */
export interface WorktreeForget {
  /** The folder that is gone. Absolute. */
  folder: string;
  /** A folder of the repository. Absolute. */
  repository: string;
}

/** POST worktrees/keep `{folder}`: ends a worktree without removing anything. */
export interface WorktreeKept {
  /** The new name of its folder. */
  folder: string;
  /** The branch that it still has checked out; null if HEAD is detached. */
  branch: string | null;
}

export interface MergedFile {
  path: string;
  added: number;
  removed: number;
  isBinary?: true;
}

export interface MergeConflict {
  path: string;
  /** The file with both sides between conflict markers; null if it is not text, or if one side deleted it. */
  text: string | null;
}

/**
 * GET worktrees/merge?folder=DIR: what merging the branch of this worktree would do. POST worktrees/files/plan
 * `{folder}`: what taking over all its files without a commit would do. Neither changes anything.
 */
export interface MergePlan {
  /** Identifies the state that the plan was made from. */
  id: string;
  branch: string;
  /** The checkout that the branch is merged into, and its branch. */
  into: { folder: string; branch: string };
  commits: { id: string; subject: string }[];
  files: MergedFile[];
  /** Empty if it merges cleanly; null if this git cannot tell in advance (before 2.38). */
  conflicts: MergeConflict[] | null;
  /** Uncommitted files of the worktree, which the merge does not include. */
  left: string[];
  /** For files: those that have uncommitted changes in the other checkout as well. Both sides are merged. */
  besides?: string[];
  /** Why it cannot be merged now, such as uncommitted changes in the other checkout. */
  obstacle: string | null;
}

/** The branch and the files of a merge. */
export interface Merged {
  branch: string;
  /** The branch that was merged into. */
  into: string;
  /** How many files it changed. */
  files: number;
}

/** POST worktrees/merge `{folder, plan}` */
export interface MergeDone extends Merged {
  /** The checkout that now contains the work. */
  folder: string;
  /** The commit that the other checkout now has. */
  commit: string;
  /** The output of git and its hooks. */
  output: string;
}

/** POST worktrees/files `{folder, plan}`: brings all files over, as uncommitted changes. */
export interface FilesApplied extends Merged {
  /** The checkout that now contains them. */
  folder: string;
  /** The ref of a commit with what was uncommitted there before; null if nothing was. */
  kept: string | null;
}

/** GET worktrees/merges: the last merge of each worktree that has not ended. */
export interface LastMerge extends Merged {
  /** The worktree. */
  folder: string;
  /** `files`: the files were brought over without a commit. */
  method: 'commits' | 'files';
  /** In ms since 1970. */
  at: number;
}
