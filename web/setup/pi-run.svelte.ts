// A run of one of pi's command-line commands, such as an installation: starts and stops it, and follows its output.
import { errorText } from '../../shared/error-text.ts';
import type { PiRun } from '../../shared/resources.ts';
import { followPolls } from '../lib/requests/follow-polls.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

export class PiRunFlow {
  /** The latest run; null before the first one. */
  shown = $state.raw<PiRun | null>(null);
  /** Why the run could not be started or followed. */
  failure = $state<string | null>(null);
  #isStarting = $state(false);
  readonly #agent: Pick<Agent, 'api' | 'path'>;

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    this.#agent = agent;
  }

  get isRunning(): boolean {
    return this.#isStarting || this.shown?.state === 'running';
  }

  /**
   * Starts a command with `route`, relative to the agent's set-up routes. Resolves to true if the command succeeded.
   */
  async start(route: string, body: object): Promise<boolean> {
    const { api, path } = this.#agent;
    this.failure = null;
    this.#isStarting = true;
    try {
      this.shown = await api.json<PiRun>(`${path}/setup/${route}`, { method: 'POST', body });
      await this.#follow();
    } catch (error) {
      this.failure = errorText(error);
    } finally {
      this.#isStarting = false;
    }
    return this.failure === null && this.shown?.state === 'done';
  }

  /** Shows a command that is already running, such as one that another page started. Resolves like `start`. */
  async resume(): Promise<boolean> {
    try {
      const { current } = await this.#agent.api.json<{ current: PiRun | null }>('api/setup/runs');
      if (!current || this.isRunning) return false;
      this.shown = current;
      await this.#follow();
    } catch (error) {
      this.failure = errorText(error);
    }
    return this.failure === null && this.shown?.state === 'done';
  }

  async stop(): Promise<void> {
    if (this.shown?.state !== 'running') return;
    try {
      await this.#agent.api.fetch(`api/setup/runs/${this.shown.id}`, { method: 'DELETE' });
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  async #follow(): Promise<void> {
    try {
      await followPolls(() => this.#poll());
    } catch (error) {
      // The panel no longer knows the run.
      if (this.shown) this.shown = { ...this.shown, state: 'failed' };
      throw error;
    }
  }

  /** Resolves to whether the run may go on. */
  async #poll(): Promise<boolean> {
    if (this.shown?.state !== 'running') return false;
    const { id, next, output } = this.shown;
    const seen = await this.#agent.api.json<PiRun>(`api/setup/runs/${id}?from=${next}`);
    this.shown = { ...seen, output: output + seen.output };
    return true;
  }
}
