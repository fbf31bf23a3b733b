// The addresses of one run, relative to the page: the route of its output, and the page that shows only this run.
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';

export function outputPath(agent: Pick<Agent, 'path'>, run: Pick<ToolRun, 'id'>): string {
  return `${agent.path}/calls/${encodeURIComponent(run.id)}/output`;
}

/**
 * Holds no token: the browser has it. Names the session as well, because after a restart of the server the session
 * has another agent.
 */
export function runPage(agent: Pick<Agent, 'id' | 'view'>, run: Pick<ToolRun, 'id'>): string {
  const session = agent.view?.session?.id;
  const query = new URLSearchParams({ run: run.id, agent: agent.id, ...(session && { session }) });
  return `?${query.toString()}`;
}
