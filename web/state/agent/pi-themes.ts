// Asks pi for the themes of its TUI.
import type { PiTheme } from '../../../shared/pi/theme-json.ts';
import type { Agent } from './agent.svelte.ts';

/** Resolves to an empty list if pi does not answer. */
export async function listThemes(agent: Pick<Agent, 'send'>): Promise<readonly PiTheme[]> {
  const answer = await agent.send<PiTheme[]>({ type: 'panel_themes' });
  return answer.success ? (answer.data ?? []) : [];
}
