// The entries before those of an agent's view: fetched on demand, or kept when the bounded view dropped them. There are
// none while the user is at the end of the conversation.
import type { Entry, ToolRun } from '../../../shared/view/conversation.ts';
import type { View } from '../../../shared/view/view.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';

const PAGE_SIZE = 40;

const NO_RUNS: Readonly<Record<string, ToolRun>> = {};

export class EarlierRows {
  readonly #fetchPage: (query: string) => Promise<EntriesPage>;
  #page = $state.raw<EntriesPage | null>(null);
  #loading = $state.raw<Promise<void> | null>(null);

  /** `fetchPage` fetches the page of entries for a query string. */
  constructor(fetchPage: (query: string) => Promise<EntriesPage>) {
    this.#fetchPage = fetchPage;
  }

  /** Null while only the entries of the view are loaded. */
  get entries(): readonly Entry[] | null {
    return this.#page?.entries ?? null;
  }

  get toolRuns(): Readonly<Record<string, ToolRun>> {
    return this.#page?.toolRuns ?? NO_RUNS;
  }

  /** Whether there are still older entries. Null while only the entries of the view are loaded. */
  get hasOlder(): boolean | null {
    return this.#page?.hasOlder ?? null;
  }

  get isLoading(): boolean {
    return this.#loading !== null;
  }

  /** Loads about `count` entries before the one with this key. If entries are already being loaded, waits for those. */
  load(before: string, count = PAGE_SIZE): Promise<void> {
    if (this.#loading) return this.#loading;
    // What the view drops in the meantime belongs behind the page.
    this.keepDropped(true);
    const isCurrent = (): boolean => this.#loading === loading;
    const loading = this.#load(`before=${encodeURIComponent(before)}&limit=${count}`, isCurrent).finally(
      () => {
        if (isCurrent()) this.#loading = null;
      },
    );
    return (this.#loading = loading);
  }

  async #load(query: string, isCurrent: () => boolean): Promise<void> {
    const page = await this.#fetchPage(query);
    // The user, or the agent, has left the entries that it precedes.
    if (!isCurrent()) return;
    this.#page = {
      entries: [...page.entries, ...(this.#page?.entries ?? [])],
      toolRuns: { ...page.toolRuns, ...this.#page?.toolRuns },
      hasOlder: page.hasOlder,
    };
  }

  /** Keeps the entries that the view drops from now on. */
  keepDropped(hasOlder: boolean): void {
    this.#page ??= { entries: [], toolRuns: {}, hasOlder };
  }

  drop(): void {
    this.#page = null;
    this.#loading = null;
  }

  /** Must be called with each snapshot. Drops the older entries if others are missing between them and the snapshot. */
  onSnapshot(before: View | null, after: View): void {
    const first = before?.entries[0]?.key;
    const isOther = before?.session?.id !== after.session?.id;
    if (isOther || !after.entries.some(({ key }) => key === first)) this.drop();
  }

  /** Must be called after each event. Keeps the entries that the view has dropped. */
  onChange(before: View, after: View): void {
    if (!this.#page || after.entries[0] === before.entries[0]) return;
    // Entries are compared by key, because a label or a result creates a new object for the same entry, and an entry
    // may move to the end.
    const first = before.entries.findIndex(({ key }) => key === after.entries[0]?.key);
    const kept = new Set(after.entries.map(({ key }) => key));
    const dropped = before.entries.slice(0, Math.max(first, 0)).filter(({ key }) => !kept.has(key));
    if (dropped.length === 0) return;
    this.#page = {
      ...this.#page,
      entries: [...this.#page.entries, ...dropped],
      toolRuns: { ...this.#page.toolRuns, ...before.toolRuns },
    };
  }
}
