// The page that shows one run and nothing else, by its address. It holds no token: the browser has it.
import type { Agent } from '../state/agent.svelte.ts';
import type { ToolRun } from '../../shared/view/view.ts';

/** Relative to this page. The session is named as well: after a restart of the server it has another agent. */
export function ownPageOf(agent: Pick<Agent, 'id' | 'view'>, run: Pick<ToolRun, 'id'>): string {
  const session = agent.view?.session?.id;
  const asked = new URLSearchParams({ run: run.id, agent: agent.id, ...(session && { session }) });
  return `?${asked.toString()}`;
}
