// The words for worktrees.
import type { StartStep } from '../../shared/worktrees.ts';

export const STEP_WORDS: Readonly<Record<StartStep, string>> = {
  adding: 'Adding the worktree',
  copying: 'Copying files',
  setup: 'Setting up',
  starting: 'Starting the agent',
};

export function countOf(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
