// The page that shows one run and nothing else, by its address. It holds no token: the browser has it.
import type { Agent } from '../state/agent.svelte.ts';
import type { ToolRun } from '../../shared/view/view.ts';

/** Relative to this page. */
export function ownPageOf(agent: Pick<Agent, 'id'>, run: Pick<ToolRun, 'id'>): string {
  return `?${new URLSearchParams({ run: run.id, agent: agent.id }).toString()}`;
}
