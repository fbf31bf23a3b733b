// The agent's changes to files when they were last fetched. Used by the Changes region and for the marks on files
// elsewhere.
import { t } from '../../language/text.ts';
import type { ChangedFile, ChangedTurn, ChangeList } from '../../../shared/changes.ts';
import { isCommitted, openLines } from './changed-lines.ts';
import { ApiError, type Api } from '../../lib/requests/api.ts';
import { joinCalls } from '../../lib/requests/join-calls.ts';

/** How long requests are joined. Tools often end together, and builds write many files. */
const PAUSE_MS = 300;

export class AgentChanges {
  /** Null until the first response. */
  list = $state.raw<ChangeList | null>(null);
  /** The number of the request for this list, from 1; 0 until the first response. */
  listed = $state(0);
  /** How many lists were requested. */
  requested = 0;
  failure = $state<string | null>(null);
  /** All differences from the last commit. Null until they were fetched. */
  head = $state.raw<ChangeList | null>(null);
  headFailure = $state<string | null>(null);
  /** The undo that was last redone on this page, and the files that came back. */
  redone = $state.raw<{ undo: string; paths: readonly string[] } | null>(null);
  readonly #api: Api;
  readonly #path: string;

  /** `path` is the prefix of the agent's routes. */
  constructor(api: Api, path: string) {
    this.#api = api;
    this.#path = `${path}/changes`;
  }

  /** Oldest first. */
  readonly turns = $derived<readonly ChangedTurn[]>(this.list?.turns ?? []);

  /** The files of the session with changes that were neither undone nor committed, by path. */
  readonly files = $derived.by((): ReadonlyMap<string, ChangedFile> => {
    const open = (this.list?.files ?? []).filter((file) => !file.undone && !isCommitted(file));
    return new Map(open.map((file) => [file.path, file]));
  });

  /** The number of lines that these changes added to each file and removed, by path. */
  readonly lines = $derived(new Map([...this.files].map(([path, file]) => [path, openLines(file)])));

  readonly fetch = joinCalls(() => this.#read(), PAUSE_MS);
  readonly fetchHead = joinCalls(() => this.#readHead(), PAUSE_MS);

  async #read(): Promise<void> {
    const request = ++this.requested;
    try {
      const list = await this.#api.json<ChangeList>(this.#path);
      // An equal list is not replaced, so nothing that derives from it is computed again.
      if (JSON.stringify(list) !== JSON.stringify(this.list)) this.list = list;
      this.listed = request;
      this.failure = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failure = t("The changes couldn't be listed: {reason}", { reason: error.message });
    }
  }

  async #readHead(): Promise<void> {
    try {
      const head = await this.#api.json<ChangeList>(`${this.#path}?scope=head`);
      if (JSON.stringify(head) !== JSON.stringify(this.head)) this.head = head;
      this.headFailure = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.head = null;
      this.headFailure = error.message;
    }
  }

  /** Rejects with an ApiError while the agent runs. */
  async forget(): Promise<void> {
    await this.#api.fetch(this.#path, { method: 'DELETE' });
    await this.fetch();
  }

  /** Sends a request to one of the routes of the changes. Rejects with an ApiError. */
  post<T>(route: string, body: object): Promise<T> {
    return this.#api.json(`${this.#path}/${route}`, { method: 'POST', body });
  }
}
