// The pull requests of an agent's repository, and the checks of the branch that it has pushed, as last fetched.
import { errorText } from '../../../shared/error-text.ts';
import type { Check, PullRequests } from '../../../shared/pull-requests.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { joinCalls } from '../../lib/requests/join-calls.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

/** The hosts are asked for checks at most this often, in ms. */
export const POLL_MS = 20_000;
const PAUSE_MS = 500;

export interface PullsFailure {
  /** The code of the refusal; '' if the request did not reach the panel. */
  code: string;
  words: string;
}

const known = new WeakMap<Agent, Pulls>();

/** Returns the agent's instance. */
export function pullsOf(agent: Agent): Pulls {
  const pulls = known.get(agent) ?? new Pulls(agent);
  known.set(agent, pulls);
  return pulls;
}

export class Pulls {
  /** Null until they are known, and if the repository has no host of pull requests. */
  list = $state.raw<PullRequests | null>(null);
  /** Of the pushed branch; null until they are known. */
  checks = $state.raw<readonly Check[] | null>(null);
  failure = $state.raw<PullsFailure | null>(null);
  isBusy = $state(false);
  readonly #agent: Pick<Agent, 'api' | 'path'>;

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    this.#agent = agent;
  }

  /** Whether the checks of the pushed commit may still change. A host takes a moment to begin with the first one. */
  get isWaiting(): boolean {
    return (
      this.checks !== null &&
      (this.checks.length === 0 || this.checks.some(({ state }) => state === 'running'))
    );
  }

  readonly fetch = joinCalls(() => this.#read(), PAUSE_MS);

  readonly fetchChecks = joinCalls(() => this.#try(() => this.#readChecks()), PAUSE_MS);

  async #read(): Promise<void> {
    this.isBusy = true;
    await this.#try(async () => {
      const { api, path } = this.#agent;
      const before = this.list?.commit;
      this.list = await api.json<PullRequests | null>(`${path}/git/pull-requests`);
      if (this.list?.commit !== before) this.checks = null;
      await this.#readChecks();
    });
    this.isBusy = false;
  }

  async #readChecks(): Promise<void> {
    const commit = this.list?.commit ?? null;
    if (commit === null) return;
    const { api, path } = this.#agent;
    const { checks } = await api.json<{ checks: Check[] }>(`${path}/git/checks?commit=${commit}`);
    // The branch may have been pushed again in the meantime.
    if (this.list?.commit === commit) this.checks = checks;
  }

  async #try(act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.failure = null;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      this.failure = { code, words: errorText(error) };
    }
  }
}
