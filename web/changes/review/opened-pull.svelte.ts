// The pull request that the review shows: what it changes, and the threads of comments on it.
import { errorText } from '../../../shared/error-text.ts';
import type { PullRequestChanges, PullRequestDetails } from '../../../shared/pull-requests.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { nearestHunk, threadsOf, type Thread } from '../pulls/threads.ts';
import type { ReviewedFile } from './review.svelte.ts';

export class OpenedPull {
  details = $state.raw<PullRequestDetails | null>(null);
  changes = $state.raw<PullRequestChanges | null>(null);
  failure = $state<string | null>(null);
  /** Its commits have to be fetched first. */
  isMissing = $state(false);
  readonly threads = $derived(threadsOf(this.details?.comments ?? []));
  #wanted: { path: string; number: number } | null = null;

  async show(agent: Pick<Agent, 'api' | 'path'>, number: number | undefined): Promise<void> {
    const { path } = agent;
    // The repository of another agent has other pull requests.
    if (number === this.#wanted?.number && (number === undefined || path === this.#wanted?.path)) return;
    this.#wanted = number === undefined ? null : { path, number };
    this.details = null;
    this.changes = null;
    this.failure = null;
    this.isMissing = false;
    await this.read(agent);
  }

  /** Reads it again. What is shown stays until then. */
  async read({ api, path }: Pick<Agent, 'api' | 'path'>): Promise<void> {
    const wanted = this.#wanted;
    if (!wanted) return;
    const route = `${path}/git/pull-requests/${wanted.number}`;
    try {
      const details = await api.json<PullRequestDetails>(route);
      if (this.#wanted === wanted) this.details = details;
      const changes = await api.json<PullRequestChanges>(`${route}/changes`);
      if (this.#wanted !== wanted) return;
      this.changes = changes;
      this.failure = null;
      this.isMissing = false;
    } catch (error) {
      if (this.#wanted !== wanted) return;
      this.failure = errorText(error);
      this.isMissing = error instanceof ApiError && error.code === 'not_fetched';
    }
  }

  /** The threads that stand beside a change of this file. */
  threadsAt({ path, hunks }: Pick<ReviewedFile, 'path' | 'hunks'>, hunk: string): Thread[] {
    return this.threads.filter(({ first }) => first.path === path && nearestHunk(hunks, first) === hunk);
  }

  /** The threads that stand beside no change of these files. */
  otherThreads(files: readonly Pick<ReviewedFile, 'path' | 'hunks'>[]): Thread[] {
    const changed = new Map(files.map(({ path, hunks }) => [path, hunks]));
    return this.threads.filter(
      ({ first }) => nearestHunk(changed.get(first.path ?? '') ?? [], first) === undefined,
    );
  }
}
