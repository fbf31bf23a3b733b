// The data of the first screen about a workspace: its recent sessions, and the entries of its root folder.
import type { FolderListing } from '../../shared/files.ts';
import type { StoredSession, StoredSessions } from '../../shared/stored-sessions.ts';
import { ApiError } from '../lib/requests/api.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

const MAX_RECENT = 4;

export class StartInfo {
  recent = $state.raw<readonly StoredSession[]>([]);
  /** Null until the entries have been read. */
  entries = $state.raw<FolderListing['entries'] | null>(null);
  failure = $state<string | null>(null);

  /** Reads both. Returns a function that cancels the requests. */
  read(agent: Pick<Agent, 'api' | 'path'>, workspace: string): () => void {
    const aborter = new AbortController();
    const { signal } = aborter;
    void this.#fetch<StoredSessions>(
      agent,
      `api/sessions?${new URLSearchParams({ workspace })}`,
      signal,
    ).then((found) => {
      if (found) this.recent = found.sessions.slice(0, MAX_RECENT);
    });
    void this.#fetch<FolderListing>(agent, `${agent.path}/files?path=`, signal).then((found) => {
      if (found) this.entries = found.entries;
    });
    return () => aborter.abort();
  }

  /** Resolves to null if the request failed or was canceled. */
  async #fetch<T>(agent: Pick<Agent, 'api'>, path: string, signal: AbortSignal): Promise<T | null> {
    try {
      const found = await agent.api.json<T>(path, { signal });
      this.failure = null;
      return signal.aborted ? null : found;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof ApiError)) throw error;
      this.failure = error.message;
      return null;
    }
  }
}
