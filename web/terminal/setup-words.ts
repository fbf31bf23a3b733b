// Describes the progress of a worktree's set-up in words.
import { t } from '../language/text.ts';
import type { WorktreeStart } from '../../shared/worktrees.ts';

export function outcomeOfSetup({ run }: Pick<WorktreeStart, 'run'>): string {
  if (!run || run.state === 'running') return t('running##set-up');
  if (run.state === 'done') return t('succeeded##set-up');
  if (run.state === 'cancelled') return t('stopped');
  return run.exitCode === null ? t('failed') : t('exit code {code}', { code: String(run.exitCode) });
}
