// The list of stored sessions. The response to an outdated request is dropped.
import { t } from '../language/text.ts';
import { ApiError, type Api } from '../lib/requests/api.ts';
import type { StoredSession, StoredSessions } from '../../shared/stored-sessions.ts';

/** The pause in typing before a request, so that a word does not cause one request for each letter. */
const PAUSE_MS = 150;

/** The most that the server lists at a time. */
const LIMIT = '20000';

export interface SessionQuery {
  /** The folder whose sessions are listed, with the worktrees of its repository. Null for all folders. */
  workspace: string | null;
  query: string;
}

export class SessionList {
  /** Null until the first response. */
  sessions = $state.raw<StoredSession[] | null>(null);
  /** Whether older sessions match too, which the list leaves out. */
  hasOlder = $state(false);
  failure = $state<string | null>(null);

  readonly #api: Api;
  #wanted: SessionQuery | null = null;
  #asked = 0;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Fetches after a pause in typing. Returns a function that cancels it. */
  fetchSoon(wanted: SessionQuery): () => void {
    const isFirst = this.#wanted === null;
    this.#wanted = wanted;
    const timer = setTimeout(() => void this.fetchNow(), isFirst ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }

  async fetchNow(): Promise<void> {
    if (!this.#wanted) return;
    const { workspace, query } = this.#wanted;
    const number = ++this.#asked;
    try {
      const parameters = new URLSearchParams({
        ...(workspace !== null && { workspace, worktrees: '1' }),
        ...(query && { query }),
        limit: LIMIT,
      });
      const { sessions, hasOlder = false } = await this.#api.json<StoredSessions>(
        `api/sessions?${parameters}`,
      );
      if (number !== this.#asked) return;
      this.sessions = sessions;
      this.hasOlder = hasOlder;
      this.failure = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (number === this.#asked)
        this.failure = t("The sessions couldn't be listed: {reason}", { reason: error.message });
    }
  }
}
