// The stored conversation that is being read: its pages as fetched so far, newest first.
import { errorText } from '../../shared/error-text.ts';
import type { EntryPlace } from '../../shared/searches.ts';
import type { EntriesPage, NamedSession, StoredPage } from '../../shared/stored-sessions.ts';
import type { Api } from '../lib/requests/api.ts';
import type { StoredRequest } from '../state/workbench/requests.ts';

const PAGE = '200';

export class StoredReading {
  /** Null until the first page arrives. */
  session = $state.raw<NamedSession | null>(null);
  entries = $state.raw<EntriesPage['entries']>([]);
  toolRuns = $state.raw<EntriesPage['toolRuns']>({});
  hasOlder = $state(false);
  isLoading = $state(false);
  failure = $state<string | null>(null);
  /** The entry that was asked for; null: none, or the conversation does not show it. */
  place = $state.raw<EntryPlace | null>(null);

  /** Resolves once the first page is there, with the entry that was asked for, or has failed. */
  readonly firstShown: Promise<void>;

  readonly #api: Api;
  readonly #request: StoredRequest;
  #isClosed = false;

  constructor(api: Api, request: StoredRequest) {
    this.#api = api;
    this.#request = request;
    this.firstShown = this.load();
  }

  /** What has not arrived is dropped. */
  close(): void {
    this.#isClosed = true;
  }

  /** The key of the row that shows the entry that was asked for. */
  get placeKey(): string | undefined {
    const call = this.place?.call;
    if (call === undefined) return this.place?.key;
    return this.entries.find(
      ({ message }) =>
        message.role === 'assistant' &&
        message.content.some((block) => block.type === 'toolCall' && block.id === call),
    )?.key;
  }

  /** The next page, or the first one with all up to the entry that was asked for. */
  async load(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    this.failure = null;
    try {
      do await this.#loadPage();
      while (this.hasOlder && !this.#hasPlace() && !this.#isClosed);
    } catch (error) {
      this.failure = errorText(error);
    } finally {
      this.isLoading = false;
    }
  }

  async #loadPage(): Promise<void> {
    const before = this.entries[0]?.key;
    const { session, entry } = this.#request;
    const query = new URLSearchParams({ limit: PAGE });
    if (before !== undefined) query.set('before', before);
    if (before === undefined && entry !== undefined) query.set('entry', entry);
    if (before !== undefined && entry !== undefined && this.place?.isOnBranch === false)
      query.set('branch', entry);
    const path = `api/sessions/${encodeURIComponent(session)}/entries?${query}`;
    const page = await this.#api.json<StoredPage>(path);
    if (this.#isClosed) return;
    this.session = page.session;
    this.place = page.place ?? this.place;
    this.entries = [...page.entries, ...this.entries];
    this.toolRuns = { ...page.toolRuns, ...this.toolRuns };
    this.hasOlder = page.hasOlder;
  }

  /** Also when there is none to wait for. */
  #hasPlace(): boolean {
    const { place } = this;
    if (!place) return true;
    return place.call === undefined
      ? this.entries.some(({ key }) => key === place.key)
      : this.toolRuns[place.call] !== undefined;
  }
}
