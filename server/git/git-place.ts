// Describes the place of a folder in git, as briefly as a list shows it.
import type { GitPlace } from '../../shared/overview.ts';
import { Refusal } from '../../shared/refusal.ts';
import { findCheckouts } from './worktrees.ts';

/** Null if the folder is not in a git checkout. */
export async function readGitPlace(folder: string): Promise<GitPlace | null> {
  try {
    const { main, own } = await findCheckouts(folder);
    const { branch } = own;
    return { branch, repository: main.folder, ...(own !== main && { worktree: own.folder }) };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
