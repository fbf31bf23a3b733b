// The git state of an agent's workspace when it was last fetched.
import type { GitProblem, GitState } from '../../../shared/git.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { joinCalls } from '../../lib/requests/join-calls.ts';
import type { Agent } from './agent.svelte.ts';

/**
 * The pause after a request, at whose end all calls since its start share one more. Each request starts git three times, and
 * the first second of a page has six calls.
 */
const PAUSE_MS = 300;

const known = new WeakMap<Agent, Git>();

/** Returns the agent's instance, which all parts of the page share. */
export function gitOf(agent: Agent): Git {
  const git = known.get(agent) ?? new Git(agent);
  known.set(agent, git);
  return git;
}

class Git {
  /** Null before the first answer, without a repository or an installed git, and when git fails. */
  state = $state.raw<GitState | null>(null);
  /** git's error message if it fails. */
  problem = $state.raw<string | null>(null);
  readonly #agent: Agent;

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  readonly fetch = joinCalls(() => this.#read(), PAUSE_MS);

  /** Shows a state, unless a newer one is known: what git says after an act may arrive before an earlier answer. */
  show(state: GitState): void {
    if (this.state && state.readAt < this.state.readAt) return;
    this.state = state;
    this.problem = null;
  }

  async #read(): Promise<void> {
    try {
      const answer = await this.#agent.api.json<GitState | GitProblem | null>(`${this.#agent.path}/git`);
      const isProblem = answer !== null && 'problem' in answer;
      if (answer !== null && !isProblem) return this.show(answer);
      this.state = null;
      this.problem = isProblem ? answer.problem : null;
    } catch (error) {
      // The last state stays, with the marks on files. The page shows elsewhere that the connection is lost.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
