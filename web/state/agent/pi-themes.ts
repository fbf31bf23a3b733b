// Asks pi for the themes of its TUI.
import type { PiTheme } from '../../../shared/pi/theme-json.ts';
import type { Agent } from './agent.svelte.ts';

/** Empty also if pi cannot be asked. */
export async function listThemes(agent: Pick<Agent, 'send'>): Promise<readonly PiTheme[]> {
  const answer = await agent.send<PiTheme[]>({ type: 'panel_themes' });
  return answer.success ? (answer.data ?? []) : [];
}
