// One agent as this page sees it: the folded view, older rows fetched on demand, and the ways to ask for things.
// Only events write the view; commands are answered, never folded.
import { ApiError, type Api } from '../lib/api.ts';
import { reduce } from '../../shared/view/reduce.ts';
import { statusOf, type Entry, type Status, type ToolRun, type View } from '../../shared/view/view.ts';
import type { Answer } from '../../shared/pi/commands.ts';
import type { DialogAnswer } from '../../shared/pi/dialogs.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type { BashAccepted, EntriesPage, PageCommand, Restart } from '../../shared/wire.ts';

const PAGE_SIZE = 40;
/** A hidden page is given no animation frames, but its title still has to be true. */
const HIDDEN_PUBLISH_MS = 250;

const NONE: readonly Entry[] = [];

type Listener = (event: ViewEvent) => void;

export class Agent {
  readonly id: string;
  readonly api: Api;

  /** Replaced whole, at most once per animation frame; unchanged parts keep their identity. */
  #view = $state.raw<View | null>(null);
  /** Rows before those of the view, fetched on demand or kept when the view dropped them. */
  #older = $state.raw<{ entries: Entry[]; toolRuns: Record<string, ToolRun>; hasOlder: boolean } | null>(
    null,
  );
  loadingOlder = $state(false);
  /** How often extensions were loaded anew: what pi said of its commands before counts no more. */
  reloads = 0;

  #next: View | null = null;
  #scheduled = false;
  readonly #listeners = new Set<Listener>();

  constructor(id: string, api: Api) {
    this.id = id;
    this.api = api;
  }

  /** Null until the first snapshot. */
  get view(): View | null {
    return this.#view;
  }

  get status(): Status {
    return this.#view ? statusOf(this.#view) : 'starting';
  }

  // Apart, so that a delta of the answer being written does not make a new list of rows or look up every run.
  readonly #viewEntries = $derived(this.#view?.entries ?? NONE);
  readonly #viewRuns = $derived(this.#view?.toolRuns);

  /** All rows at hand, the oldest first. The same array until a row changes. */
  readonly entries = $derived.by((): readonly Entry[] =>
    this.#older ? [...this.#older.entries, ...this.#viewEntries] : this.#viewEntries,
  );

  get hasOlder(): boolean {
    return this.#older ? this.#older.hasOlder : (this.#view?.hasOlder ?? false);
  }

  /** All runs at hand, by id. */
  get toolRuns(): Readonly<Record<string, ToolRun>> {
    return this.#older ? { ...this.#older.toolRuns, ...this.#viewRuns } : (this.#viewRuns ?? {});
  }

  toolRun(id: string): ToolRun | undefined {
    return this.#viewRuns?.[id] ?? this.#older?.toolRuns[id];
  }

  /** A new picture of everything: after connecting, after falling behind, after a change of session. */
  snapshot(view: View): void {
    const isOther = this.#next?.session?.id !== view.session?.id;
    const reaches = this.#older && view.entries.some(({ key }) => key === this.#next?.entries[0]?.key);
    if (isOther || !reaches) this.#older = null;
    this.#next = view;
    this.#publish();
  }

  apply(event: ViewEvent): void {
    if (!this.#next) return;
    const before = this.#next;
    this.#next = reduce(before, event);
    this.#keepDropped(before, this.#next);
    if (event.type === 'panel_ui_reset') this.reloads += 1;
    for (const listener of this.#listeners) listener(event);
    if (this.#next !== before) this.#schedule();
  }

  /** For what is no state: a file changed, a notice wants a toast. Returns the undo. */
  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** pi's answer; `{success: false, error}` also when the panel refused or could not be reached. */
  async send<T = unknown>(
    command: PageCommand,
    idempotencyKey: string = crypto.randomUUID(),
  ): Promise<Answer<T>> {
    return this.#ask<T>('commands', command, { 'idempotency-key': idempotencyKey });
  }

  /** Runs a command of the person's; answered as soon as it was started, the output comes by the call's id. */
  async bash(command: string, excludeFromContext: boolean): Promise<Answer<BashAccepted>> {
    return this.#ask<BashAccepted>(
      'commands',
      { type: 'bash', command, excludeFromContext },
      { prefer: 'respond-async', 'idempotency-key': crypto.randomUUID() },
    );
  }

  async answerDialog(id: string, answer: DialogAnswer): Promise<Answer> {
    return this.#ask(`dialogs/${encodeURIComponent(id)}`, answer);
  }

  /** Ends the run, whatever this pi takes that to be; the texts are what was queued and never delivered. */
  async stop(): Promise<Answer<{ texts: string[] }>> {
    return this.#ask<{ texts: string[] }>('stop', {});
  }

  async restart(how: Restart = {}): Promise<Answer> {
    return this.#ask('restart', how);
  }

  /** The texts that were queued when the agent went away, which are then no longer kept by the server. */
  async takeUndelivered(): Promise<Answer<{ texts: string[] }>> {
    return this.#ask<{ texts: string[] }>('undelivered/take', {});
  }

  async loadOlder(): Promise<void> {
    const first = this.entries[0];
    if (!first || !this.hasOlder || this.loadingOlder) return;
    this.loadingOlder = true;
    try {
      const path = `${this.path}/entries?before=${encodeURIComponent(first.key)}&limit=${PAGE_SIZE}`;
      const page = await this.api.json<EntriesPage>(path);
      this.#older = {
        entries: [...page.entries, ...(this.#older?.entries ?? [])],
        toolRuns: { ...page.toolRuns, ...this.#older?.toolRuns },
        hasOlder: page.hasOlder,
      };
    } finally {
      this.loadingOlder = false;
    }
  }

  /** The reader looks at older rows: from now on, rows that the view drops stay on the page. */
  keepOlder(): void {
    this.#older ??= { entries: [], toolRuns: {}, hasOlder: this.#view?.hasOlder ?? false };
  }

  /** Lets go of rows that were fetched on demand; the reader is back at the end. */
  dropOlder(): void {
    this.#older = null;
  }

  /** `api/agents/ID`, for the routes of other regions. */
  get path(): string {
    return `api/agents/${encodeURIComponent(this.id)}`;
  }

  async #ask<T>(what: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    try {
      const response = await this.api.fetch(`${this.path}/${what}`, { method: 'POST', body, headers });
      if (response.status === 204) return { success: true };
      return (await response.json()) as Answer<T>;
    } catch (error) {
      if (error instanceof ApiError)
        return { success: false, error: error.message, ...(error.status === 0 && { isLost: true }) };
      throw error;
    }
  }

  /** The view is bounded: rows it drops while older ones are on the page stay on the page. */
  #keepDropped(before: View, after: View): void {
    if (!this.#older || after.entries[0] === before.entries[0]) return;
    const first = after.entries[0];
    const dropped = before.entries.slice(0, first ? before.entries.indexOf(first) : 0);
    if (dropped.length === 0) return;
    this.#older = {
      ...this.#older,
      entries: [...this.#older.entries, ...dropped],
      toolRuns: { ...this.#older.toolRuns, ...before.toolRuns },
    };
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (document.hidden) setTimeout(() => this.#publish(), HIDDEN_PUBLISH_MS);
    else requestAnimationFrame(() => this.#publish());
  }

  #publish(): void {
    this.#scheduled = false;
    this.#view = this.#next;
  }
}
