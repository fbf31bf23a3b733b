// Searches all stored sessions, and adds up their usage. Both need the index that is kept in the panel's state folder.
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { Spending } from '../../shared/budget.ts';
import type { SearchResults } from '../../shared/searches.ts';
import type { Usage, UsageRow } from '../../shared/usage.ts';
import type { SessionPlace } from '../sessions/agent-dir.ts';
import { searchSessions, type SearchRequest } from '../sessions/search/search.ts';
import { SessionSearch } from '../sessions/search/session-search.ts';
import type { UsageQuery } from '../sessions/usage/usage-index.ts';

/** When the index is built after the start. By then the page and the agents have started. */
const INDEXED_AFTER_MS = 15_000;

export interface SessionSearchesOptions {
  findPlace: () => Promise<SessionPlace>;
  /** The absolute path of the folder for the index. Without it, a search reads all files, and usage is unavailable. */
  stateFolder: string | undefined;
  onTrouble: (error: unknown) => void;
}

export class SessionSearches {
  readonly #options: SessionSearchesOptions;
  readonly #search: SessionSearch | null;
  #indexing: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SessionSearchesOptions) {
    this.#options = options;
    const { stateFolder, onTrouble } = options;
    this.#search = stateFolder ? new SessionSearch(path.join(stateFolder, 'search-index'), onTrouble) : null;
  }

  /** Searches all sessions. Without an index this takes as long as reading the files. `signal` ends it early. */
  async search(wanted: SearchRequest & { signal: AbortSignal }): Promise<SearchResults> {
    const query = { ...(await this.#options.findPlace()), ...wanted };
    return this.#search ? this.#search.search(query) : searchSessions(query);
  }

  /** Returns tokens and money by day, folder and model. */
  async usage(query: UsageQuery): Promise<Usage> {
    if (!this.#search)
      throw new Refusal(
        409,
        'no_state',
        'This panel does not store any state, so it cannot add up the usage.',
      );
    return this.#search.usage(await this.#options.findPlace(), query);
  }

  /** Returns the money and tokens spent today, by the server's clock; zero if this panel keeps no state. */
  async spentToday(): Promise<Spending> {
    if (!this.#search) return { cost: 0, tokens: 0 };
    const now = new Date();
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
    const rows = (await this.usage({})).rows.filter((row) => row.day === day);
    const tokens = (row: UsageRow): number => row.input + row.output + row.cacheRead + row.cacheWrite;
    return rows.reduce((sum, row) => ({ cost: sum.cost + row.cost, tokens: sum.tokens + tokens(row) }), {
      cost: 0,
      tokens: 0,
    });
  }

  /** Builds the index for later searches, once the start is over. */
  indexLater(): void {
    const index = async (): Promise<void> => this.#search?.refresh(await this.#options.findPlace());
    this.#indexing = setTimeout(() => void index().catch(this.#options.onTrouble), INDEXED_AFTER_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#indexing);
    await this.#search?.close();
  }
}
