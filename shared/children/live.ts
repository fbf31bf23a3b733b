// Matches what the details of results tell about sub-agents with what their packages know about them inside pi.
import type { LiveChild } from '../view/live-child.ts';
import type { Child } from './child.ts';

/** A call that waits for its one sub-agent does not tell its id; it has the same name and task. */
export function isSameChild(live: LiveChild, told: Pick<Child, 'id' | 'name' | 'task' | 'state'>): boolean {
  if (told.id !== undefined) return told.id === live.id;
  return live.group === undefined && live.task === told.task && live.state === told.state;
}

/**
 * Returns those that were started by the tool with these details, and that the details themselves do not tell one by one.
 */
export function startedWith(details: unknown, live: readonly LiveChild[]): LiveChild[] {
  const { asyncId, batchRunId } = Object(details) as { asyncId?: unknown; batchRunId?: unknown };
  return live.filter(({ group }) => group !== undefined && (group === asyncId || group === batchRunId));
}
