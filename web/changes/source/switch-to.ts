// What choosing a branch asks git for.
import type { BranchBody, GitBranch } from '../../../shared/git.ts';

/** Null for the current branch. A branch of a remote gets a local branch of its name, unless there is one. */
export function switchTo(name: string, branches: readonly GitBranch[]): BranchBody | null {
  const chosen = branches.find((branch) => branch.name === name);
  if (!chosen || chosen.isCurrent) return null;
  if (!chosen.isRemote) return { switch: name };
  const local = name.slice(name.indexOf('/') + 1);
  const own = branches.find((branch) => !branch.isRemote && branch.name === local);
  if (own) return own.isCurrent ? null : { switch: local };
  return { create: local, from: name };
}
