// What is put aside in the stash of an agent's repository.
import type { GitDone, Stash, StashBody } from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { shipOf } from './ship.svelte.ts';

export class StashEntries {
  list = $state.raw<readonly Stash[]>([]);
  readonly #agent: Pick<Agent, 'api' | 'path'>;
  readonly #ship: Pick<ReturnType<typeof shipOf>, 'run'>;
  #reads = 0;

  constructor(agent: Pick<Agent, 'api' | 'path'>, ship: Pick<ReturnType<typeof shipOf>, 'run'>) {
    this.#agent = agent;
    this.#ship = ship;
  }

  /** Of overlapping calls, the last one counts. Rejects with an ApiError. */
  async read(): Promise<void> {
    const read = ++this.#reads;
    const { api, path } = this.#agent;
    const { entries } = await api.json<{ entries: Stash[] }>(`${path}/git/stash`);
    if (read === this.#reads) this.list = entries;
  }

  /** Resolves once the entries were read again, to what git did; null if it failed. */
  async change(body: StashBody): Promise<GitDone | null> {
    const done = await this.#ship.run({ act: 'stash', body });
    await this.read();
    return done;
  }
}
