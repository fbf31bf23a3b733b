// How the set-up of a worktree is doing, in words.
import type { WorktreeStart } from '../../shared/worktrees.ts';

export function outcomeOfSetup({ run }: Pick<WorktreeStart, 'run'>): string {
  if (!run || run.state === 'running') return 'running';
  if (run.state === 'done') return 'succeeded';
  if (run.state === 'cancelled') return 'stopped';
  return run.exitCode === null ? 'failed' : `exit code ${run.exitCode}`;
}
