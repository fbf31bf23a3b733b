// The list of stored sessions as last fetched. An answer that was overtaken by a newer question is dropped.
import { ApiError, type Api } from '../lib/api.ts';
import type { StoredSession, StoredSessions } from '../../shared/wire.ts';

/** Typing a word is one question, not five. */
const PAUSE_MS = 150;

export interface Wanted {
  workspace: string;
  query: string;
}

export class SessionList {
  /** Null until the first answer. */
  sessions = $state.raw<StoredSession[] | null>(null);
  failure = $state<string | null>(null);

  readonly #api: Api;
  #wanted: Wanted | null = null;
  #asked = 0;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Fetches after a moment of quiet. Returns how to call it off. */
  fetchSoon(wanted: Wanted): () => void {
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
      const parameters = new URLSearchParams({ workspace, ...(query && { query }) });
      const { sessions } = await this.#api.json<StoredSessions>(`api/sessions?${parameters}`);
      if (number !== this.#asked) return;
      this.sessions = sessions;
      this.failure = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (number === this.#asked) this.failure = `The sessions could not be listed: ${error.message}`;
    }
  }
}
