// What "Watch until green" does for an agent. The panel watches; this page only shows it while it is looked at.
import { errorText } from '../../../shared/error-text.ts';
import type { CheckWatchState, WatchBody } from '../../../shared/pull-requests.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { followPolls } from '../../lib/requests/follow-polls.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

const known = new WeakMap<Agent, Watch>();

/** Returns the agent's instance. */
export function watchOf(agent: Agent): Watch {
  const watch = known.get(agent) ?? new Watch(agent);
  known.set(agent, watch);
  return watch;
}

export class Watch {
  /** The last watch; null if there was none. */
  last = $state.raw<CheckWatchState | null>(null);
  failure = $state<string | null>(null);
  readonly #agent: Pick<Agent, 'api' | 'path'>;

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    this.#agent = agent;
  }

  get isRunning(): boolean {
    return this.last !== null && ['waiting', 'fixing', 'confirming', 'pushing'].includes(this.last.phase);
  }

  /** Follows it until the returned function is called. */
  follow(): () => void {
    const { api, path } = this.#agent;
    let isFollowed = true;
    let revision: number | null = null;
    followPolls(async () => {
      const query = revision === null ? '' : `?revision=${revision}`;
      const state = await api.json<CheckWatchState | null>(`${path}/git/watch${query}`);
      revision = state?.revision ?? 0;
      if (isFollowed) this.last = state;
      return isFollowed;
    }).catch((error: unknown) => {
      // The agent has ended.
      if (!(error instanceof ApiError)) throw error;
    });
    return () => (isFollowed = false);
  }

  /** Resolves to whether the panel has accepted it. */
  async act(body: WatchBody): Promise<boolean> {
    const { api, path } = this.#agent;
    try {
      this.last = await api.json<CheckWatchState>(`${path}/git/watch`, { method: 'POST', body });
      this.failure = null;
      return true;
    } catch (error) {
      this.failure = errorText(error);
      return false;
    }
  }
}
