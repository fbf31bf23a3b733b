// The rows of an agent before those of its view: fetched on demand, or kept when the bounded view dropped them. There are
// none while the user is at the end.
import type { Entry, ToolRun } from '../../../shared/view/conversation.ts';
import type { View } from '../../../shared/view/view.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';

const PAGE_SIZE = 40;

const NO_RUNS: Readonly<Record<string, ToolRun>> = {};

export class EarlierRows {
  readonly #fetchPage: (query: string) => Promise<EntriesPage>;
  #page = $state.raw<EntriesPage | null>(null);
  #loading = $state.raw<Promise<void> | null>(null);

  /** `fetchPage` gets the page of rows that `query` names. */
  constructor(fetchPage: (query: string) => Promise<EntriesPage>) {
    this.#fetchPage = fetchPage;
  }

  /** Null while only the rows of the view are on the page. */
  get entries(): readonly Entry[] | null {
    return this.#page?.entries ?? null;
  }

  get toolRuns(): Readonly<Record<string, ToolRun>> {
    return this.#page?.toolRuns ?? NO_RUNS;
  }

  /** There are still older ones. Null while only the rows of the view are on the page. */
  get hasOlder(): boolean | null {
    return this.#page?.hasOlder ?? null;
  }

  get isLoading(): boolean {
    return this.#loading !== null;
  }

  /** Adds about as many rows before the one with this key; or waits for those that are being added already. */
  load(before: string, count = PAGE_SIZE): Promise<void> {
    return (this.#loading ??= this.#load(before, count).finally(() => (this.#loading = null)));
  }

  async #load(before: string, count: number): Promise<void> {
    const page = await this.#fetchPage(`before=${encodeURIComponent(before)}&limit=${count}`);
    this.#page = {
      entries: [...page.entries, ...(this.#page?.entries ?? [])],
      toolRuns: { ...page.toolRuns, ...this.#page?.toolRuns },
      hasOlder: page.hasOlder,
    };
  }

  /** From now on, rows that the view drops are kept. */
  keep(hasOlder: boolean): void {
    this.#page ??= { entries: [], toolRuns: {}, hasOlder };
  }

  drop(): void {
    this.#page = null;
  }

  /** A snapshot replaced the view: without a row of the view before it there would be a gap. */
  onSnapshot(before: View | null, after: View): void {
    const first = before?.entries[0]?.key;
    const isOther = before?.session?.id !== after.session?.id;
    if (isOther || !after.entries.some(({ key }) => key === first)) this.drop();
  }

  /** An event changed the view, which may have dropped rows. */
  onChange(before: View, after: View): void {
    if (!this.#page || after.entries[0] === before.entries[0]) return;
    // Compared by key: a label or a result makes a new object of the same row, and a row may have moved to the end.
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
