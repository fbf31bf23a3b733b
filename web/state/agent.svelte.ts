// One agent as this page sees it: the view, older rows that were fetched on demand, and the requests to it. Only events
// change the view; the answer to a command never does.
import { ApiError, type Api } from '../lib/api.ts';
import { reduce } from '../../shared/view/reduce.ts';
import type { Queue } from '../../shared/view/queue.ts';
import { statusOf, type Entry, type Status, type ToolRun, type View } from '../../shared/view/view.ts';
import type { Answer } from '../../shared/pi/commands.ts';
import type { DialogAnswer } from '../../shared/pi/dialogs.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type {
  BashAccepted,
  EntriesPage,
  PageCommand,
  QueueChange,
  QueueChanged,
  Restart,
  Stopped,
  TakenMessage,
} from '../../shared/wire.ts';

const PAGE_SIZE = 40;
/** A hidden page gets no animation frames, but its title still has to be up to date. */
const HIDDEN_PUBLISH_MS = 250;

const NONE: readonly Entry[] = [];

/** ms to wait before a request whose answer was lost is repeated. */
const AGAIN_MS = [300, 1000];

export interface Taken {
  /** Of the messages, in order. */
  texts: string[];
  messages: TakenMessage[];
}

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
  /** How often extensions were reloaded: each time pi's list of commands becomes stale. */
  reloads = 0;

  #next: View | null = null;
  readonly #firstView = Promise.withResolvers<void>();
  #scheduled = false;
  readonly #listeners = new Set<Listener>();

  constructor(id: string, api: Api) {
    this.id = id;
    this.api = api;
  }

  /** Resolves with the first snapshot. */
  get firstView(): Promise<void> {
    return this.#firstView.promise;
  }

  /** Null until the first snapshot. */
  get view(): View | null {
    return this.#view;
  }

  get status(): Status {
    return this.#view ? statusOf(this.#view) : 'starting';
  }

  // Derived separately, so that a delta of a streamed answer neither makes a new list of rows nor looks up every run.
  readonly #viewEntries = $derived(this.#view?.entries ?? NONE);
  readonly #viewRuns = $derived(this.#view?.toolRuns);

  /** All loaded rows, the oldest first. The same array until a row changes. */
  readonly entries = $derived.by((): readonly Entry[] =>
    this.#older ? [...this.#older.entries, ...this.#viewEntries] : this.#viewEntries,
  );

  get hasOlder(): boolean {
    return this.#older ? this.#older.hasOlder : (this.#view?.hasOlder ?? false);
  }

  /** All loaded tool runs, by id. */
  get toolRuns(): Readonly<Record<string, ToolRun>> {
    return this.#older ? { ...this.#older.toolRuns, ...this.#viewRuns } : (this.#viewRuns ?? {});
  }

  toolRun(id: string): ToolRun | undefined {
    return this.#viewRuns?.[id] ?? this.#older?.toolRuns[id];
  }

  /** Replaces the view: after connecting, falling behind, or a change of session. */
  snapshot(view: View): void {
    const isOther = this.#next?.session?.id !== view.session?.id;
    const reaches = this.#older && view.entries.some(({ key }) => key === this.#next?.entries[0]?.key);
    if (isOther || !reaches) this.#older = null;
    this.#next = view;
    this.#publish();
    this.#firstView.resolve();
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

  /** For events that are not part of the view, such as a changed file. Returns the undo. */
  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * pi's answer; `{success: false, error}` also when the panel refused or could not be reached. A request whose answer
   * was lost is repeated with the same key.
   */
  async send<T = unknown>(
    command: PageCommand,
    idempotencyKey: string = crypto.randomUUID(),
  ): Promise<Answer<T>> {
    return untilAnswered(() => this.#ask<T>('commands', command, { 'idempotency-key': idempotencyKey }));
  }

  /** Runs a user bash command. The answer comes as soon as it has started; its output is fetched by the call's id. */
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

  /**
   * Ends the run and takes what was queued and not delivered. If this page is closed before that, the messages wait for
   * another page.
   */
  async stop(): Promise<Answer<Taken>> {
    const answer = await this.#ask<Stopped>('stop', {});
    if (!answer.success) return answer;
    return this.takeFromQueue(answer.data?.ids ?? []);
  }

  async restart(how: Restart = {}): Promise<Answer> {
    const answer = await this.#ask('restart', how);
    // On success the server returns the agent instead of an answer of pi's.
    return answer.success === false ? answer : { success: true };
  }

  /** Takes messages that are queued, or were given back. From then on only this page has them. */
  async takeFromQueue(ids: readonly string[]): Promise<Answer<Taken>> {
    if (ids.length === 0) return { success: true, data: { texts: [], messages: [] } };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const take = () => this.#ask<{ messages: TakenMessage[] }>('queue/take', { ids }, headers);
    const answer = await untilAnswered(take);
    if (!answer.success) return answer;
    const messages = answer.data?.messages ?? [];
    return { success: true, data: { texts: messages.map(({ text }) => text), messages } };
  }

  /**
   * Changes the queue. `wanted` makes the change from the current queue, again if the queue changes meanwhile; null: there
   * is nothing to change.
   */
  async changeQueue(
    wanted: (queue: Queue) => QueueChange | null,
    queue: Queue | undefined = this.#next?.queue,
  ): Promise<Answer<QueueChanged>> {
    const change = queue && wanted(queue);
    if (!change) return { success: true, data: { missed: [] } };
    const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${queue.revision}"` };
    try {
      return await untilAnswered(() => this.#ask<QueueChanged>('queue', change, headers));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      return this.changeQueue(wanted, await this.api.json<Queue>(`${this.path}/queue`));
    }
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

  /** From now on, rows that the view drops stay on the page: the user is reading older ones. */
  keepOlder(): void {
    this.#older ??= { entries: [], toolRuns: {}, hasOlder: this.#view?.hasOlder ?? false };
  }

  /** Drops the rows that were fetched on demand: the user is back at the end. */
  dropOlder(): void {
    this.#older = null;
  }

  /** `api/agents/ID`, for the routes of other regions. */
  get path(): string {
    return `api/agents/${encodeURIComponent(this.id)}`;
  }

  /** Throws an ApiError 412 when the condition in the headers does not hold. */
  async #ask<T>(what: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    try {
      const response = await this.api.fetch(`${this.path}/${what}`, { method: 'POST', body, headers });
      if (response.status === 204) return { success: true };
      return (await response.json()) as Answer<T>;
    } catch (error) {
      if (error instanceof ApiError && error.status !== 412)
        return { success: false, error: error.message, ...(error.status === 0 && { isLost: true }) };
      throw error;
    }
  }

  /** The view is bounded: rows it drops while older ones are on the page stay on the page. */
  #keepDropped(before: View, after: View): void {
    if (!this.#older || after.entries[0] === before.entries[0]) return;
    // Compared by key: a label or a result makes a new object of the same row, and a row may have moved to the end.
    const first = before.entries.findIndex(({ key }) => key === after.entries[0]?.key);
    const kept = new Set(after.entries.map(({ key }) => key));
    const dropped = before.entries.slice(0, Math.max(first, 0)).filter(({ key }) => !kept.has(key));
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

/** Repeats the request with its key: the server carries it out once. */
async function untilAnswered<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (const pause of AGAIN_MS) {
    const answer = await ask();
    if (answer.success || !answer.isLost) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return ask();
}
