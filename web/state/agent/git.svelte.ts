// The git state of an agent's workspace when it was last fetched.
import type { GitProblem, GitState } from '../../../shared/git.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { joinCalls } from '../../lib/requests/join-calls.ts';
import type { Agent } from './agent.svelte.ts';

/**
 * How long requests are joined. Each one starts git twice, and they come in bursts: six in the first second of a page.
 */
const PAUSE_MS = 300;

const known = new WeakMap<Agent, Git>();

/** Returns the agent's instance, which all regions share. */
export function gitOf(agent: Agent): Git {
  const git = known.get(agent) ?? new Git(agent);
  known.set(agent, git);
  return git;
}

class Git {
  /** Null until it was fetched, if there is no repository, and if git fails. */
  state = $state.raw<GitState | null>(null);
  /** git's error message if it fails. */
  problem = $state.raw<string | null>(null);
  readonly #agent: Agent;

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  readonly fetch = joinCalls(() => this.#read(), PAUSE_MS);

  async #read(): Promise<void> {
    try {
      const answer = await this.#agent.api.json<GitState | GitProblem | null>(`${this.#agent.path}/git`);
      const isProblem = answer !== null && 'problem' in answer;
      this.state = isProblem ? null : answer;
      this.problem = isProblem ? answer.problem : null;
    } catch (error) {
      // The page shows elsewhere that the connection is lost, and the marks on files stay.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
