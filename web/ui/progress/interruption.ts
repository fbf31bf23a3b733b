// Computes the effect of stopping one user bash. pi's only command for that is `abort_bash`. Since pi 0.84.1 it stops
// every running one. Up to 0.82.1 it stops only the one started last, and not even that one if another has ended since.
// Pure.
import { t } from '../../language/text.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import type { View } from '../../../shared/view/view.ts';

export interface Interruption {
  /** The other user bashes that would be stopped too. */
  others: ToolRun[];
  /** Why this user bash cannot be stopped; undefined if it can. */
  obstacle?: string;
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
  const obstacle = t(
    'pi {version} can only stop the command that you started last, and only until another one ends. Restart the agent to stop this one.',
    { version: version ?? '' },
  );
  return { others: [], obstacle };
}
