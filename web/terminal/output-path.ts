import type { Agent } from '../state/agent.svelte.ts';
import type { ToolRun } from '../../shared/view/view.ts';

/** The route of a run's bytes, relative to the page. */
export function outputPath(agent: Pick<Agent, 'path'>, run: Pick<ToolRun, 'id'>): string {
  return `${agent.path}/calls/${encodeURIComponent(run.id)}/output`;
}
