// A stored conversation that is being read. Its parts are fetched from the newest to the oldest.
import { errorText } from '../../shared/error-text.ts';
import type { EntryPlace } from '../../shared/searches.ts';
import type { EntriesPage, NamedSession, StoredPage } from '../../shared/stored-sessions.ts';
import type { NewerBranch } from '../../shared/view/conversation.ts';
import { Acts } from '../lib/requests/acts.svelte.ts';
import type { Api } from '../lib/requests/api.ts';
import type { StoredRequest } from '../state/workbench/requests.ts';

const PAGE = '200';

export class StoredReading {
  /** Null until the first part arrives. */
  session = $state.raw<NamedSession | null>(null);
  entries = $state.raw<EntriesPage['entries']>([]);
  toolRuns = $state.raw<EntriesPage['toolRuns']>({});
  hasOlder = $state(false);
  /** Set if another branch has newer messages than the one that is read. */
  newerBranch = $state.raw<NewerBranch | null>(null);
  failure = $state<string | null>(null);
  /** The place of the requested entry; null if none was requested or the conversation does not show it. */
  place = $state.raw<EntryPlace | null>(null);

  /** Resolves once the first part and the requested entry have arrived or failed. */
  readonly firstShown: Promise<void>;

  /** The path of the session in the API. */
  readonly path: string;
  readonly #api: Api;
  readonly #request: StoredRequest;
  readonly #loads = new Acts();
  #isClosed = false;

  constructor(api: Api, request: StoredRequest) {
    this.#api = api;
    this.#request = request;
    this.path = `api/sessions/${encodeURIComponent(request.session)}`;
    this.firstShown = this.load();
  }

  /** Closes the conversation. Parts that arrive afterwards are dropped. */
  close(): void {
    this.#isClosed = true;
  }

  get isLoading(): boolean {
    return this.#loads.isBusy;
  }

  /** The text that was searched for. */
  get query(): string | undefined {
    return this.#request.query;
  }

  /** The key of the row that shows the requested entry. */
  get placeKey(): string | undefined {
    const call = this.place?.call;
    if (call === undefined) return this.place?.key;
    return this.entries.find(
      ({ message }) =>
        message.role === 'assistant' &&
        message.content.some((block) => block.type === 'toolCall' && block.id === call),
    )?.key;
  }

  /** Loads the next part. The first time, loads all parts up to the requested entry. */
  load(): Promise<void> {
    return this.#loads.once(async () => {
      this.failure = null;
      try {
        do await this.#loadPage();
        while (this.hasOlder && !this.#hasPlace() && !this.#isClosed);
      } catch (error) {
        this.failure = errorText(error);
      }
    });
  }

  async #loadPage(): Promise<void> {
    const before = this.entries[0]?.key;
    const { entry } = this.#request;
    const query = new URLSearchParams({ limit: PAGE });
    if (before !== undefined) query.set('before', before);
    if (before === undefined && entry !== undefined) query.set('entry', entry);
    if (before !== undefined && entry !== undefined && this.place?.isOnBranch === false)
      query.set('branch', entry);
    const page = await this.#api.json<StoredPage>(`${this.path}/entries?${query}`);
    if (this.#isClosed) return;
    this.session = page.session;
    this.place = page.place ?? this.place;
    this.entries = [...page.entries, ...this.entries];
    this.toolRuns = { ...page.toolRuns, ...this.toolRuns };
    this.hasOlder = page.hasOlder;
    if (before === undefined) this.newerBranch = page.newerBranch ?? null;
  }

  /** Whether the requested entry has arrived; true if there is none to wait for. */
  #hasPlace(): boolean {
    const { place } = this;
    if (!place) return true;
    return place.call === undefined
      ? this.entries.some(({ key }) => key === place.key)
      : this.toolRuns[place.call] !== undefined;
  }
}
