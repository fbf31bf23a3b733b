// The commits of the current branch, fetched a page at a time, all of them or those that a search finds.
import { errorText } from '../../../shared/error-text.ts';
import type { GitCommit } from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

/** A first page that fills the list, and few requests for the rest. */
const PAGE = 200;

export type SearchBy = 'message' | 'author' | 'path' | 'file';

interface CommitSearch {
  query: string;
  by: SearchBy;
  /** Of all branches. */
  isAll: boolean;
}

export class CommitList {
  commits = $state.raw<readonly GitCommit[]>([]);
  failure = $state<string | null>(null);
  /** Whether there may be older commits. */
  hasMore = $state(false);
  isBusy = $state(false);
  readonly #agent: Pick<Agent, 'api' | 'path'>;
  #search: CommitSearch = { query: '', by: 'message', isAll: false };
  /** The search that found `commits`. */
  #found: CommitSearch | null = null;
  #round = 0;

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    this.#agent = agent;
  }

  /** Starts over. The known commits are shown until the others arrive. `isAll`: of all branches. */
  async start(query: string, by: SearchBy, isAll = false): Promise<void> {
    this.#search = { query: query.trim(), by, isAll };
    await this.#read(0);
  }

  /** After a search that failed, starts it over, because older commits of another search would not follow. */
  async readMore(): Promise<void> {
    if (this.hasMore && !this.isBusy)
      await this.#read(this.#found === this.#search ? this.commits.length : 0);
  }

  async #read(skip: number): Promise<void> {
    const round = ++this.#round;
    const search = this.#search;
    const { query, by, isAll } = search;
    this.isBusy = true;
    try {
      const page = new URLSearchParams({
        count: String(PAGE),
        skip: String(skip),
        by,
        ...(query && { query }),
        ...(isAll && { all: '1' }),
      });
      const { api, path } = this.#agent;
      const { commits } = await api.json<{ commits: GitCommit[] }>(`${path}/git/log?${page}`);
      if (round !== this.#round) return;
      this.commits = skip === 0 ? commits : this.#withOlder(commits);
      this.#found = search;
      this.hasMore = commits.length === PAGE;
      this.failure = null;
    } catch (error) {
      if (round === this.#round) this.failure = errorText(error);
    } finally {
      if (round === this.#round) this.isBusy = false;
    }
  }

  /** A commit that was made between two pages moves the last ones of the first page to the second. */
  #withOlder(commits: readonly GitCommit[]): GitCommit[] {
    const known = new Set(this.commits.map(({ id }) => id));
    return [...this.commits, ...commits.filter(({ id }) => !known.has(id))];
  }
}
