// The state of an agent's workspace in git, as last fetched, and commits.
import type { CommitRequest, CommitResult, GitProblem, GitState } from '../../../shared/git.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { pause } from '../../lib/requests/pause.ts';
import type { Agent } from './agent.svelte.ts';

/** Each request starts git twice, and what asks for it comes in bursts: six times in the first second of a page. */
const APART_MS = 300;

const known = new WeakMap<Agent, Git>();

/** One for each agent, shared by all regions. */
export function gitOf(agent: Agent): Git {
  const git = known.get(agent) ?? new Git(agent);
  known.set(agent, git);
  return git;
}

export class Git {
  /** Null until it was fetched, where there is no repository, and where git fails. */
  state = $state.raw<GitState | null>(null);
  /** git's message where it fails. */
  problem = $state.raw<string | null>(null);
  readonly #agent: Agent;
  #isFetching = false;
  #isStale = false;

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  /** While a request is under way, and shortly after it, further calls lead to one more. */
  async fetch(): Promise<void> {
    this.#isStale = this.#isFetching;
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      await this.#read();
      await pause(APART_MS);
    } finally {
      this.#isFetching = false;
    }
    if (this.#isStale) await this.fetch();
  }

  async #read(): Promise<void> {
    try {
      const answer = await this.#agent.api.json<GitState | GitProblem | null>(`${this.#agent.path}/git`);
      const isProblem = answer !== null && 'problem' in answer;
      this.state = isProblem ? null : answer;
      this.problem = isProblem ? answer.problem : null;
    } catch (error) {
      // The page shows the lost connection; the marks stay as they were.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Rejects with an ApiError if nothing was run. */
  async commit(request: CommitRequest): Promise<CommitResult> {
    const route = `${this.#agent.path}/git/commit`;
    const result = await this.#agent.api.json<CommitResult>(route, { method: 'POST', body: request });
    void this.fetch();
    return result;
  }
}
