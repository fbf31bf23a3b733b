// What the user does with git beside commits: fetch, pull, push and branches, one at a time, and how the last one ended.
import { errorText } from '../../../shared/error-text.ts';
import type {
  BranchBody,
  GitDone,
  PullRequestBody,
  PushBody,
  StashBody,
  UnfinishedBody,
} from '../../../shared/git.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { gitOf } from '../../state/agent/git.svelte.ts';
import { GitOutputs } from '../../state/panel/git-outputs.svelte.ts';

/** A request, as it was refused, so that the user can repeat it. */
export type ShipRequest =
  | { act: 'fetch'; body: object }
  | { act: 'pull'; body: PullRequestBody }
  | { act: 'push'; body: PushBody }
  | { act: 'branch'; body: BranchBody }
  | { act: 'stash'; body: StashBody }
  | { act: 'unfinished'; body: UnfinishedBody };

export interface ShipFailure {
  request: ShipRequest;
  /** The code of the refusal; '' if the request did not reach the panel. */
  code: string;
  words: string;
}

/** What the dialog about branches does. */
export type BranchTask = { act: 'create' } | { act: 'rename'; branch: string } | { act: 'delete' };

const known = new WeakMap<Agent, Ship>();

/** Returns the agent's instance, which lives as long as the agent does, so that a failure stays when the region is left. */
export function shipOf(agent: Agent): Ship {
  const ship = known.get(agent) ?? new Ship(agent);
  known.set(agent, ship);
  return ship;
}

class Ship {
  running = $state.raw<ShipRequest | null>(null);
  failure = $state.raw<ShipFailure | null>(null);
  readonly output: GitOutputs;
  readonly #agent: Agent;

  constructor(agent: Agent) {
    this.#agent = agent;
    this.output = new GitOutputs(agent.api);
  }

  /** Resolves to what git did; null if it failed, which `failure` tells, or if another request runs. */
  async run(request: ShipRequest, confirmed?: 'agent_works'): Promise<GitDone | null> {
    if (this.running) return null;
    this.running = request;
    this.failure = null;
    const { api, path } = this.#agent;
    try {
      const done = await api.json<GitDone>(`${path}/git/${request.act}`, {
        method: 'POST',
        body: request.body,
        ...(confirmed && { headers: { confirm: confirmed } }),
      });
      if (done.state) gitOf(this.#agent).state = done.state;
      return done;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      this.failure = { request, code, words: errorText(error) };
      return null;
    } finally {
      this.running = null;
      void gitOf(this.#agent).fetch();
    }
  }
}
