// The addresses of one run, relative to the page: the route of its output, and the page that shows only this run.
import type { RequestOptions } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';

/** The route from which the output of one run is fetched. */
export interface OutputRoute {
  api: { fetch: (path: string, options: RequestOptions) => Promise<Response> };
  /** Has the form `api/agents/ID/calls/CALL/output`. */
  path: string;
}

export function outputPath(agent: Pick<Agent, 'path'>, run: Pick<ToolRun, 'id'>): string {
  return `${agent.path}/calls/${encodeURIComponent(run.id)}/output`;
}

/**
 * Returns the address of the page. It contains no token, because the browser already has it. It names the session as
 * well as the agent, because the session gets a new agent when the server restarts.
 */
export function runPage(agent: Pick<Agent, 'id' | 'view'>, run: Pick<ToolRun, 'id'>): string {
  const session = agent.view?.session?.id;
  const query = new URLSearchParams({ run: run.id, agent: agent.id, ...(session && { session }) });
  return `?${query.toString()}`;
}
