// The sessions on disk as the routes see them: listed, found by id, read backwards. Waiting for a silent disk is bounded.
import { Refusal } from '../shared/refusal.ts';
import type { EntriesPage, SearchResults, StoredSession } from '../shared/wire.ts';
import type { Agent } from './agent/agent.ts';
import { DiskLanes } from './lib/disk-lanes.ts';
import { findSessionPlace, type SessionPlace } from './sessions/agent-dir.ts';
import { findSession, listSessions } from './sessions/list.ts';
import { searchSessions, type SearchQuery } from './sessions/search.ts';

export interface StoredSessionsOptions {
  workspace: string;
  /** The options of every pi; `--session-dir` may be among them. */
  piOptions: readonly string[];
  /** The environment in which pi runs. */
  env: () => Promise<NodeJS.ProcessEnv>;
  patience?: number | undefined;
}

export class StoredSessions {
  readonly #options: StoredSessionsOptions;
  readonly #lanes: DiskLanes;
  #place: Promise<SessionPlace> | null = null;

  constructor(options: StoredSessionsOptions) {
    this.#options = options;
    this.#lanes = new DiskLanes(options.patience);
  }

  /** A disk has not answered yet, or never will. */
  get isBusy(): boolean {
    return this.#lanes.isBusy;
  }

  async list(workspace?: string, query?: string): Promise<StoredSession[]> {
    return this.#lanes.run('the sessions could not be listed.', async () => {
      const place = await this.#findPlace();
      return listSessions({ ...place, ...(workspace && { workspace }), ...(query && { query }) });
    });
  }

  /** Takes as long as reading the files does; `signal` ends it early. */
  async search(wanted: Omit<SearchQuery, keyof SessionPlace>): Promise<SearchResults> {
    return searchSessions({ ...(await this.#findPlace()), ...wanted });
  }

  entriesBefore(agent: Agent, before: string, limit: number): Promise<EntriesPage> {
    return this.#lanes.run('earlier messages could not be read.', () =>
      agent.session.entriesBefore(before, limit),
    );
  }

  /** The file of the session. Throws a Refusal 404. */
  async fileOf(id: string): Promise<string> {
    const file = await findSession(id, await this.#findPlace());
    if (file) return file;
    throw new Refusal(404, 'unknown_session', 'session: there is no stored session with this id.');
  }

  #findPlace(): Promise<SessionPlace> {
    return (this.#place ??= this.#locate());
  }

  async #locate(): Promise<SessionPlace> {
    const { workspace, piOptions, env } = this.#options;
    const flag = piOptions.indexOf('--session-dir');
    const sessionDir = flag === -1 ? undefined : piOptions[flag + 1];
    return findSessionPlace({ workspace, env: await env(), ...(sessionDir && { sessionDir }) });
  }
}
