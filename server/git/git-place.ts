// The place of a folder in git, in the few words that a list shows.
import type { GitPlace } from '../../shared/overview.ts';
import { Refusal } from '../../shared/refusal.ts';
import { findCheckouts } from './worktrees.ts';

/** Null where git has no checkout. */
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
