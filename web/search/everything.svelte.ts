// The state of the search in all stored sessions: the query, its limits, and the hits.
import type { Text } from '../language/text.ts';
import { errorText } from '../../shared/error-text.ts';
import type { SearchHit, SearchKind, SearchResults } from '../../shared/searches.ts';
import type { StoredSession, StoredSessions } from '../../shared/stored-sessions.ts';
import type { Api } from '../lib/requests/api.ts';
import { pause } from '../lib/requests/pause.ts';

/** The pause after the last key before the search starts. */
const TYPING_PAUSE_MS = 150;
const MAX_HITS = '200';
const DAY = 24 * 60 * 60 * 1000;

export const SPANS = [
  { id: 'all', label: 'Any time', ms: Infinity },
  { id: 'day', label: 'Last 24 hours', ms: DAY },
  { id: 'week', label: 'Last 7 days', ms: 7 * DAY },
  { id: 'month', label: 'Last 30 days', ms: 30 * DAY },
] as const satisfies readonly { id: string; label: Text; ms: number }[];

export interface SessionHits {
  id: string;
  /** Undefined when the session is no longer stored. */
  session: StoredSession | undefined;
  hits: SearchHit[];
}

export interface SearchLimits {
  kind: SearchKind | '';
  span: (typeof SPANS)[number]['id'];
  /** The folder to search, with the worktrees of its repository. Null means all folders. */
  workspace: string | null;
}

export class EverythingSearch {
  query = $state('');
  limits = $state.raw<SearchLimits>({ kind: '', span: 'all', workspace: null });
  /** The hits by session, the most recently used session first. */
  groups = $state.raw<readonly SessionHits[]>([]);
  count = $state(0);
  hasMore = $state(false);
  /** How many session files could not be read. */
  unread = $state(0);
  isSearching = $state(false);
  failure = $state('');
  #lastSearch = '';
  #aborter = new AbortController();
  /** The stored sessions by id. They are fetched again when a hit is in an unknown session. */
  #sessions = new Map<string, StoredSession>();

  /** Starts a search unless it is the same as the last one. The previous results stay until new ones arrive. */
  async start(api: Pick<Api, 'json'>, waitMs = TYPING_PAUSE_MS): Promise<void> {
    const query = this.query.trim();
    const requested = JSON.stringify([query, this.limits]);
    if (requested === this.#lastSearch) return;
    this.#lastSearch = requested;
    this.#aborter.abort();
    const { signal } = (this.#aborter = new AbortController());
    this.failure = '';
    this.isSearching = query !== '';
    if (query === '') return this.#show({ hits: [], more: false });
    await pause(waitMs, signal);
    if (signal.aborted) return;
    try {
      const found = await api.json<SearchResults>(`api/search?${this.#parameters(query)}`, { signal });
      if (found.hits.some(({ session }) => !this.#sessions.has(session)))
        await this.#readSessions(api, signal);
      if (!signal.aborted) this.#show(found);
    } catch (error) {
      if (signal.aborted) return;
      this.#lastSearch = '';
      this.#show({ hits: [], more: false });
      this.failure = errorText(error);
    } finally {
      if (!signal.aborted) this.isSearching = false;
    }
  }

  #parameters(query: string): string {
    const { kind, span, workspace } = this.limits;
    const ms = SPANS.find(({ id }) => id === span)?.ms ?? Infinity;
    const parameters = new URLSearchParams({
      query,
      limit: MAX_HITS,
      ...(kind !== '' && { kind }),
      ...(ms !== Infinity && { since: String(Date.now() - ms) }),
      ...(workspace !== null && { workspace, worktrees: '1' }),
    });
    return parameters.toString();
  }

  async #readSessions(api: Pick<Api, 'json'>, signal: AbortSignal): Promise<void> {
    const { sessions } = await api.json<StoredSessions>('api/sessions?limit=20000', { signal });
    this.#sessions = new Map(sessions.map((session) => [session.id, session]));
  }

  #show({ hits, more, unread = 0 }: SearchResults): void {
    this.groups = [...Map.groupBy(hits, ({ session }) => session)].map(([id, found]) => ({
      id,
      session: this.#sessions.get(id),
      hits: found,
    }));
    this.count = hits.length;
    this.hasMore = more;
    this.unread = unread;
  }
}

/** There is one search for the page, so that the results are still there when the region is shown again. */
export const everything = new EverythingSearch();
