// The form that starts an agent in any folder, or compares several models.

/** `prompt`: a prompt for several models. If absent, the form is for one agent, in a new worktree or not. */
export interface NewAgentForm {
  inWorktree?: boolean;
  /** Where the worktree begins: a branch or a commit of the repository in this folder. */
  from?: { folder: string; base: string };
  prompt?: string;
  /** The first message of the agent. What the user has typed there before stays below it. */
  message?: string;
}
