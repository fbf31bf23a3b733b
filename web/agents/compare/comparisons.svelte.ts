// The comparisons of the panel: the same prompt given to several models, each in its own worktree.
import { errorText } from '../../../shared/error-text.ts';
import type { ComparedFile, ComparedFiles, Comparison, NewComparison } from '../../../shared/comparisons.ts';
import { randomId } from '../../lib/browser/random-id.ts';
import type { Api } from '../../lib/requests/api.ts';

export class Comparisons {
  /** Newest first. */
  list = $state.raw<readonly Comparison[]>([]);
  /** The id of the comparison that is shown; null for none. */
  shown = $state<string | null>(null);
  failure = $state<string | null>(null);
  readonly #api: Pick<Api, 'json' | 'fetch'>;

  constructor(api: Pick<Api, 'json' | 'fetch'>) {
    this.#api = api;
  }

  async fetch(): Promise<void> {
    try {
      this.list = (await this.#api.json<{ comparisons: Comparison[] }>('api/comparisons')).comparisons;
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Starts a comparison. Rejects with an ApiError if nothing was started. */
  async start(wanted: NewComparison): Promise<void> {
    const headers = { 'idempotency-key': randomId() };
    const comparison = await this.#api.json<Comparison>('api/comparisons', {
      method: 'POST',
      body: wanted,
      headers,
    });
    this.list = [comparison, ...this.list];
    this.shown = comparison.id;
  }

  /** Forgets a comparison. The worktrees and their agents stay. Rejects with an ApiError. */
  async forget(id: string): Promise<void> {
    await this.#api.fetch(`api/comparisons/${id}`, { method: 'DELETE' });
    this.list = this.list.filter((one) => one.id !== id);
  }

  readFiles(id: string): Promise<ComparedFiles> {
    return this.#api.json(`api/comparisons/${id}/files`);
  }

  readFile(id: string, path: string): Promise<ComparedFile> {
    return this.#api.json(`api/comparisons/${id}/file?path=${encodeURIComponent(path)}`);
  }
}
