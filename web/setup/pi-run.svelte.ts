// A run of one of pi's command-line commands, such as an installation: starts and stops it, and follows its output.
import type { PiRun } from '../../shared/resources.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { FollowedProcess } from './followed-process.svelte.ts';

export class PiRunFlow extends FollowedProcess<PiRun> {
  readonly #agent: Pick<Agent, 'api' | 'path'>;

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    super();
    this.#agent = agent;
  }

  /**
   * Starts a command with `route`, relative to the agent's set-up routes. Resolves to true if the command succeeded.
   */
  async start(route: string, body: object): Promise<boolean> {
    const { api, path } = this.#agent;
    const isDone = await this.run(() => api.json<PiRun>(`${path}/setup/${route}`, { method: 'POST', body }));
    return isDone && this.failure === null;
  }

  /** Shows a command that is already running, such as one that another page started. Resolves like `start`. */
  async resume(): Promise<boolean> {
    const isDone = await this.attempt(async () => {
      const { current } = await this.#agent.api.json<{ current: PiRun | null }>('api/setup/runs');
      return current !== null && !this.isRunning && this.follow(current);
    });
    return isDone && this.failure === null;
  }

  async stop(): Promise<void> {
    const { shown } = this;
    if (shown?.state !== 'running') return;
    await this.attempt(async () => {
      await this.#agent.api.fetch(`api/setup/runs/${shown.id}`, { method: 'DELETE' });
      return true;
    });
  }

  protected override async next({ id, next, output }: PiRun): Promise<PiRun> {
    const seen = await this.#agent.api.json<PiRun>(`api/setup/runs/${id}?from=${next}`);
    return { ...seen, output: output + seen.output };
  }
}
