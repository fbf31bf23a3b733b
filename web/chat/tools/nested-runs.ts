// Runs that another run called (pi >= 0.99), by the one that called them. They stand in no message.
import type { ToolRun } from '../../../shared/view/view.ts';

export type NestedRuns = ReadonlyMap<string, readonly ToolRun[]>;

const NONE: NestedRuns = new Map();

/** In the order in which they started. The same empty map as long as there are none. */
export function nestedRuns(runs: Record<string, ToolRun>): NestedRuns {
  const nested = new Map<string, ToolRun[]>();
  for (const run of Object.values(runs)) {
    if (run.parentId === undefined) continue;
    const siblings = nested.get(run.parentId);
    if (siblings) siblings.push(run);
    else nested.set(run.parentId, [run]);
  }
  return nested.size === 0 ? NONE : nested;
}
