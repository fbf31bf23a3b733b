// The effect of stopping one user bash. pi has one `abort_bash` for all of them: since 0.84.1 it stops every running
// one, up to 0.82.1 only the one that started last, unless another has ended since. Pure.
import { t } from '../../language/text.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import type { View } from '../../../shared/view/view.ts';

export interface Interruption {
  /** The user bashes that would be stopped, too. */
  others: ToolRun[];
  /** Why this one cannot be stopped; undefined if it can. */
  lack?: string;
}

export function interruptionOf(
  { id, startedAt = 0 }: ToolRun,
  { can, toolRuns, version }: Pick<View, 'can' | 'toolRuns' | 'version'>,
): Interruption {
  const others = Object.values(toolRuns).filter((run) => run.user && run.id !== id);
  if (can.stopEveryBash) return { others: others.filter(({ state }) => state === 'running') };
  const isLost = others.some(
    (run) => (run.startedAt ?? 0) > startedAt || (run.state !== 'running' && (run.endedAt ?? 0) > startedAt),
  );
  if (!isLost) return { others: [] };
  const lack = t(
    'pi {version} can only stop the command that you started last, and only until another one ends. Restart the agent to stop this one.',
    { version: version ?? '' },
  );
  return { others: [], lack };
}
