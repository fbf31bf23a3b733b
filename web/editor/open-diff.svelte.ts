// What one edit of the agent changed in a file, as a tab of its own. Only to be read.
import type { Agent } from '../state/agent.svelte.ts';
import type { Change } from './edit-diff.ts';
import { readVersion } from './file-route.ts';

export type DiffPhase =
  { status: 'loading' } | { status: 'refused'; message: string } | { status: 'open'; change: Change };

export class OpenDiff {
  readonly kind = 'diff';
  readonly path: string;
  /** Id of the tool run. */
  readonly run: string;
  readonly #agent: () => Agent;
  phase = $state.raw<DiffPhase>({ status: 'loading' });

  constructor(path: string, run: string, agent: () => Agent) {
    this.path = path;
    this.run = run;
    this.#agent = agent;
  }

  async load(): Promise<void> {
    try {
      this.phase = await this.#compare();
    } catch (error) {
      this.phase = { status: 'refused', message: error instanceof Error ? error.message : String(error) };
    }
  }

  async #compare(): Promise<DiffPhase> {
    const agent = this.#agent();
    const run = agent.toolRun(this.run);
    if (!run)
      return { status: 'refused', message: 'This edit is too far back: load older messages in the chat.' };
    const [{ changeOf }, now] = await Promise.all([import('./edit-diff.ts'), readVersion(agent, this.path)]);
    const change = changeOf(run, now === 'deleted' ? null : now.text);
    if (change) return { status: 'open', change };
    return { status: 'refused', message: 'What stood in this file before was not kept.' };
  }
}
