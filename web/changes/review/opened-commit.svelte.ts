// The commit that the review shows, once it was fetched.
import { errorText } from '../../../shared/error-text.ts';
import type { CommitDetails } from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

export class OpenedCommit {
  details = $state.raw<CommitDetails | null>(null);
  failure = $state<string | null>(null);
  /** The route of the commit. */
  #wanted: string | null = null;

  async show({ api, path }: Pick<Agent, 'api' | 'path'>, id: string | undefined): Promise<void> {
    const wanted = id === undefined ? null : `${path}/git/commits/${id}`;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.details = null;
    this.failure = null;
    if (wanted === null) return;
    try {
      const details = await api.json<CommitDetails>(wanted);
      if (this.#wanted === wanted) this.details = details;
    } catch (error) {
      if (this.#wanted === wanted) this.failure = errorText(error);
    }
  }
}
