// What the user does with git beside commits: fetch, pull, push, branches and picked commits, one at a time, and how the
// last one ended.
import { errorText } from '../../../shared/error-text.ts';
import type {
  BranchBody,
  GitDone,
  PickBody,
  PullBody,
  PushBody,
  StashBody,
  UnfinishedBody,
} from '../../../shared/git.ts';
import { t } from '../../language/text.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { requestGit } from '../../state/agent/git-request.ts';
import { gitOf } from '../../state/agent/git.svelte.ts';
import { GitOutputs } from '../../state/panel/git-outputs.svelte.ts';

/** A request, as it was refused, so that the user can repeat it. */
export type ShipRequest =
  | { act: 'fetch'; body: object }
  | { act: 'pull'; body: PullBody }
  | { act: 'push'; body: PushBody }
  | { act: 'branch'; body: BranchBody }
  | { act: 'stash'; body: StashBody }
  | { act: 'pick'; body: PickBody }
  | { act: 'unfinished'; body: UnfinishedBody }
  | { act: `pull-requests/${number}/fetch`; body: object };

export interface ShipFailure {
  /** Null if a page that is gone has asked. */
  request: ShipRequest | null;
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
  #dismissed = $state.raw<string | null>(null);
  readonly #agent: Agent;

  constructor(agent: Agent) {
    this.#agent = agent;
    this.output = new GitOutputs(agent.api);
  }

  /** How the last act failed, whether this page has asked for it or one that is gone. */
  get problem(): ShipFailure | null {
    const lost = gitOf(this.#agent).state?.lost;
    if (this.failure || !lost || lost.words === this.#dismissed) return this.failure;
    const { words, message } = lost;
    const text = message === undefined ? [] : [t('Not committed. The message was:'), message];
    return { request: null, code: '', words: [words, ...text].join('\n\n') };
  }

  dismiss(): void {
    this.failure = null;
    this.#dismissed = gitOf(this.#agent).state?.lost?.words ?? null;
  }

  /** Resolves to what git did; null if it failed, which `failure` tells, or if another request runs. */
  async run(request: ShipRequest, confirmed?: 'agent_works'): Promise<GitDone | null> {
    if (this.running) return null;
    this.running = request;
    this.failure = null;
    try {
      const headers = confirmed && { confirm: confirmed };
      return await requestGit(this.#agent, request.act, { body: request.body, ...(headers && { headers }) });
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
