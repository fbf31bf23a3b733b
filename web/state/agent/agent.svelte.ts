// One agent as this page sees it: its view, and the requests that the page sends to it. Only events change the view;
// the response to a command never does.
import { ApiError, type Api } from '../../lib/requests/api.ts';
import { randomId } from '../../lib/browser/random-id.ts';
import { reduce } from '../../../shared/view/reduce.ts';
import type { Queue } from '../../../shared/view/queue.ts';
import type { Entry, ToolRun } from '../../../shared/view/conversation.ts';
import { statusOf, type Status, type View } from '../../../shared/view/view.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import type { DialogAnswer } from '../../../shared/pi/dialogs.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import {
  SESSION_HEADER,
  type BashAccepted,
  type PageCommand,
  type QueueChange,
  type QueueChanged,
  type Restart,
  type Stopped,
  type TakenMessage,
} from '../../../shared/wire.ts';
import { AgentChanges } from './changes.svelte.ts';
import { AgentRequests } from './agent-requests.ts';
import { ConversationSearch } from './conversation-search.ts';
import { DrawnScreens } from './drawn-screens.ts';
import { EarlierRows } from './earlier-rows.svelte.ts';
import { NextUpdate } from './next-update.ts';
import { ShownView } from './shown-view.svelte.ts';

const NONE: readonly Entry[] = [];
const NO_RUNS: Readonly<Record<string, ToolRun>> = {};

export interface Taken {
  /** The texts of the messages, in order. */
  texts: string[];
  messages: TakenMessage[];
}

type Listener = (event: ViewEvent) => void;

export class Agent {
  readonly id: string;
  readonly api: Api;
  /** Whether it is shown after another agent without being that agent's replacement. */
  readonly isChosen: boolean;
  /** The agent's changes to files. */
  readonly changes: AgentChanges;
  readonly search: ConversationSearch;
  readonly screens: DrawnScreens;

  /** Changes at most once per animation frame. Unchanged parts keep their identity. */
  readonly #shown = new ShownView();
  readonly #earlier: EarlierRows;
  readonly #requests: AgentRequests;
  /** How often extensions were reloaded. Each reload makes pi's list of commands stale. */
  reloads = 0;

  #next: View | null = null;
  readonly #firstView = Promise.withResolvers<void>();
  readonly #update = new NextUpdate(() => this.#next && this.#shown.show(this.#next));
  readonly #listeners = new Set<Listener>();

  constructor(id: string, api: Api, isChosen = false) {
    this.id = id;
    this.isChosen = isChosen;
    this.api = api;
    this.changes = new AgentChanges(api, this.path);
    this.search = new ConversationSearch(api, this.path);
    this.#requests = new AgentRequests(api, this.path);
    this.screens = new DrawnScreens(this.#requests);
    this.#earlier = new EarlierRows((query) => api.json<EntriesPage>(`${this.path}/entries?${query}`));
  }

  /** Resolves to the first snapshot. */
  get firstView(): Promise<void> {
    return this.#firstView.promise;
  }

  /** Null until the first snapshot. A reader depends only on the properties that it reads. */
  get view(): View | null {
    return this.#shown.view;
  }

  get status(): Status {
    return this.view ? statusOf(this.view) : 'starting';
  }

  /**
   * Changes when files or git may have: with each recorded change, and with each message, before which a command may have
   * run.
   */
  readonly filesRevision = $derived(`${this.view?.changesRevision} ${this.view?.entries.length}`);

  /** All loaded entries, oldest first. The array stays the same until an entry changes. */
  readonly entries = $derived.by((): readonly Entry[] => {
    const shown = this.view?.entries ?? NONE;
    const older = this.#earlier.entries;
    return older ? [...older, ...shown] : shown;
  });

  get hasOlder(): boolean {
    return this.#earlier.hasOlder ?? this.view?.hasOlder ?? false;
  }

  get loadingOlder(): boolean {
    return this.#earlier.isLoading;
  }

  /** All loaded tool runs, by id. */
  get toolRuns(): Readonly<Record<string, ToolRun>> {
    const shown = this.view?.toolRuns ?? NO_RUNS;
    return this.#earlier.entries ? { ...this.#earlier.toolRuns, ...shown } : shown;
  }

  /** Also finds a run that the view does not contain before the next frame, for the listeners of events. */
  toolRun(id: string): ToolRun | undefined {
    return this.view?.toolRuns[id] ?? this.#earlier.toolRuns[id] ?? this.#next?.toolRuns[id];
  }

  /**
   * Replaces the view. The server sends a snapshot on connection, after the page fell behind, and for a new session.
   */
  snapshot(view: View): void {
    this.#earlier.onSnapshot(this.#next, view);
    this.#next = view;
    this.#update.now();
    this.#firstView.resolve();
  }

  apply(event: ViewEvent): void {
    if (!this.#next) return;
    const before = this.#next;
    this.#next = reduce(before, event);
    this.#earlier.onChange(before, this.#next);
    if (event.type === 'panel_ui_reset') this.reloads += 1;
    for (const listener of this.#listeners) listener(event);
    if (this.#next !== before) this.#update.schedule(isGrowth(event));
  }

  /** Reports every event, even those that do not change the view, such as a changed file. Returns the unsubscriber. */
  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Resolves to pi's response, which is `{success: false, error}` also if the panel refused the command or could not be
   * reached. A command whose response was lost is sent again with the same key.
   */
  async send<T = unknown>(command: PageCommand, idempotencyKey: string = randomId()): Promise<Answer<T>> {
    const headers = { prefer: 'respond-async', ...this.#forSession };
    return this.#requests.sendOnce<T>('commands', command, { key: idempotencyKey, ...headers });
  }

  /** Runs a user bash command. Resolves as soon as it has started. Its output is fetched by the id of the call. */
  async bash(command: string, excludeFromContext: boolean): Promise<Answer<BashAccepted>> {
    return this.#requests.sendOnce<BashAccepted>(
      'commands',
      { type: 'bash', command, excludeFromContext },
      { prefer: 'respond-async', ...this.#forSession },
    );
  }

  /** Names the session that the page shows, so that nothing that is written for it gets into another one. */
  get #forSession(): Record<string, string> {
    const id = this.view?.session?.id;
    return id === undefined ? {} : { [SESSION_HEADER]: encodeURIComponent(id) };
  }

  async answerDialog(id: string, answer: DialogAnswer): Promise<Answer> {
    return this.#requests.send(`dialogs/${encodeURIComponent(id)}`, answer);
  }

  /**
   * Stops the run and takes the messages that were queued but not delivered. If this page is closed in between, another
   * page can take them.
   */
  async stop(): Promise<Answer<Taken>> {
    const answer = await this.#requests.send<Stopped>('stop', {});
    if (!answer.success) return answer;
    return this.takeFromQueue(answer.data?.ids ?? []);
  }

  async restart(how: Restart = {}): Promise<Answer> {
    const answer = await this.#requests.send('restart', how);
    // On success the server returns the agent instead of a response from pi.
    return answer.success === false ? answer : { success: true };
  }

  /** Takes messages out of the queue, or messages that were given back. Afterwards only this page has them. */
  async takeFromQueue(ids: readonly string[]): Promise<Answer<Taken>> {
    if (ids.length === 0) return { success: true, data: { texts: [], messages: [] } };
    const answer = await this.#requests.sendOnce<{ messages: TakenMessage[] }>('queue/take', { ids });
    if (!answer.success) return answer;
    const messages = answer.data?.messages ?? [];
    return { success: true, data: { texts: messages.map(({ text }) => text), messages } };
  }

  /**
   * Changes the queue. `makeChange` derives the change from the current queue, or returns null if there is nothing to
   * change. It is called again if the queue has changed in the meantime.
   */
  async changeQueue(
    makeChange: (queue: Queue) => QueueChange | null,
    queue: Queue | undefined = this.#next?.queue,
  ): Promise<Answer<QueueChanged>> {
    const change = queue && makeChange(queue);
    if (!change) return { success: true, data: { missed: [] } };
    try {
      const headers = { 'if-match': `"${queue.revision}"` };
      return await this.#requests.sendOnce<QueueChanged>('queue', change, headers);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      return this.changeQueue(makeChange, await this.api.json<Queue>(`${this.path}/queue`));
    }
  }

  /** Loads about `count` older entries. */
  async loadOlder(count?: number): Promise<void> {
    const first = this.entries[0];
    if (first && this.hasOlder) await this.#earlier.load(first.key, count);
  }

  /**
   * Must be called when the user starts to read older entries. From now on, entries that the view drops stay loaded.
   */
  keepOlder(): void {
    this.#earlier.keepDropped(this.hasOlder);
  }

  /** Must be called when the user is back at the end. Drops the older entries. */
  dropOlder(): void {
    this.#earlier.drop();
  }

  /** The prefix of the agent's routes: `api/agents/ID`. */
  get path(): string {
    return `api/agents/${encodeURIComponent(this.id)}`;
  }
}

/** Whether the event does nothing but append to a block of the message that pi receives. */
function isGrowth(event: ViewEvent): boolean {
  return event.type === 'message_update' && 'delta' in event.assistantMessageEvent;
}
