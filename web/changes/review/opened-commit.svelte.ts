// The commit that the review shows, once it was fetched.
import { errorText } from '../../../shared/error-text.ts';
import type { CommitDetails } from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

export class OpenedCommit {
  details = $state.raw<CommitDetails | null>(null);
  failure = $state<string | null>(null);
  #wanted: string | undefined;

  async show({ api, path }: Pick<Agent, 'api' | 'path'>, id: string | undefined): Promise<void> {
    if (id === this.#wanted) return;
    this.#wanted = id;
    this.details = null;
    this.failure = null;
    if (id === undefined) return;
    try {
      const details = await api.json<CommitDetails>(`${path}/git/commits/${id}`);
      if (this.#wanted === id) this.details = details;
    } catch (error) {
      if (this.#wanted === id) this.failure = errorText(error);
    }
  }
}
