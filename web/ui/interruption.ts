// What comes of interrupting a command of the person's. pi has one `abort_bash` for all of them: since 0.84.1 it stops
// every one that runs, up to 0.82.1 the one begun last, unless another ended since. Pure.
import type { ToolRun, View } from '../../shared/view/view.ts';

export interface Interruption {
  /** Those that would go with it. */
  others: ToolRun[];
  /** Why this one cannot be stopped; undefined when it can. */
  lack?: string;
}

export function interruption(
  { id, startedAt = 0 }: ToolRun,
  { can, toolRuns, version }: Pick<View, 'can' | 'toolRuns' | 'version'>,
): Interruption {
  const others = Object.values(toolRuns).filter((run) => run.user && run.id !== id);
  if (can.stopEveryBash) return { others: others.filter(({ state }) => state === 'running') };
  const isLost = others.some(
    (run) => (run.startedAt ?? 0) > startedAt || (run.state !== 'running' && (run.endedAt ?? 0) > startedAt),
  );
  if (!isLost) return { others: [] };
  const lack = `pi ${version} stops only the command begun last, and only until another of yours ends: restart the agent to end this one.`;
  return { others: [], lack };
}
