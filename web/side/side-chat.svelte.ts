// A side question: a second agent on a copy of the session, with tools that only read. It knows the conversation so far,
// and nothing of what it does reaches the agent beside it.
import type { CopiedSession } from '../../shared/stored-sessions.ts';
import type { ToolChoice } from '../../shared/companion.ts';
import { errorText } from '../../shared/error-text.ts';
import type { Answer } from '../../shared/pi/commands.ts';
import { reduce } from '../../shared/view/reduce.ts';
import type { View } from '../../shared/view/view.ts';
import type { AgentInfo, EventFrame, PageCommand, SnapshotFrame } from '../../shared/wire.ts';
import type { Frame } from '../../shared/compact-events.ts';
import { randomId } from '../lib/browser/random-id.ts';
import type { Api } from '../lib/requests/api.ts';
import { readEventStream } from '../stream/event-stream.ts';

/** pi's tools that change nothing. */
const READING = new Set(['read', 'grep', 'find', 'ls']);

export interface Main {
  workspace: string;
  /** The id of the session; null if pi has not stored it yet. */
  session: string | null;
}

export class SideChat {
  readonly #api: Api;
  readonly #main: Main;
  readonly #closing = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #agent: string | null = null;
  #session: string | null = null;
  /** When the first question was sent, in ms since 1970. Before, the view has only the conversation beside it. */
  #startedAt = $state(Infinity);
  view = $state.raw<View | null>(null);
  failure = $state<string | null>(null);
  /** Whether a question is on its way, or pi answers one. */
  isBusy = $state(false);

  constructor(api: Api, main: Main) {
    this.#api = api;
    this.#main = main;
  }

  /** Sends a question, the first of which starts the agent. A failure is in `failure`. */
  async ask(message: string): Promise<boolean> {
    this.failure = null;
    this.isBusy = true;
    try {
      if (!this.#agent) await this.#start();
      const lane = this.view?.run ? ({ type: 'follow_up' } as const) : ({ type: 'prompt' } as const);
      await this.#command({ ...lane, message });
      return true;
    } catch (error) {
      this.failure = errorText(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  get isAnswering(): boolean {
    return this.isBusy || Boolean(this.view?.run);
  }

  /** What was asked and answered here, oldest first, without the conversation before it. */
  readonly rows = $derived.by(
    (): { key: string; role: 'user' | 'assistant'; text: string; error: string }[] =>
      (this.view?.entries ?? []).flatMap(({ key, message }) => {
        if (message.timestamp < this.#startedAt) return [];
        if (message.role !== 'user' && message.role !== 'assistant') return [];
        const { content } = message;
        const texts =
          typeof content === 'string'
            ? [content]
            : content.map((block) => (block.type === 'text' ? block.text : ''));
        const text = texts.join('').trim();
        const error = (message.role === 'assistant' && message.errorMessage) || '';
        return text || error ? [{ key, role: message.role, text, error }] : [];
      }),
  );

  /** The answer that is being written. */
  readonly live = $derived(
    (this.view?.live?.blocks ?? []).map((block) => (block?.type === 'text' ? block.text : '')).join(''),
  );

  /** What the side question has cost, in dollars. */
  readonly cost = $derived(
    (this.view?.entries ?? [])
      .filter(({ message }) => message.timestamp >= this.#startedAt)
      .reduce(
        (sum, { message }) => sum + ((message.role === 'assistant' && message.usage?.cost.total) || 0),
        0,
      ),
  );

  /** Ends the agent. `keepAs`: the name under which its session stays in the list; otherwise it is deleted. */
  async close(keepAs: string | null): Promise<void> {
    const [agent, session] = [this.#agent, this.#session];
    this.#agent = null;
    this.#closing.abort();
    if (agent === null) return;
    const path = `api/agents/${encodeURIComponent(agent)}`;
    if (keepAs !== null)
      await this.#api.json(`${path}/commands`, post({ type: 'set_session_name', name: keepAs }));
    await this.#api.fetch(path, { method: 'DELETE' });
    if (keepAs === null && session !== null)
      await this.#api.fetch(`api/sessions/${encodeURIComponent(session)}`, { method: 'DELETE' });
  }

  async #start(): Promise<void> {
    const { workspace, session } = this.#main;
    if (session !== null) {
      const path = `api/sessions/${encodeURIComponent(session)}/copy`;
      this.#session = (await this.#api.json<CopiedSession>(path, post({ workspace }))).id;
    }
    const wanted = { workspace, ...(this.#session !== null && { session: this.#session }) };
    const info = await this.#api.json<AgentInfo>('api/agents', post(wanted));
    this.#agent = info.id;
    void this.#follow(info.id);
    await this.#ready.promise;
    this.#session ??= this.view?.session?.id ?? null;
    const { tools } = await this.#command<ToolChoice>({ type: 'panel_tools' });
    const names = tools.map(({ name }) => name).filter((name) => READING.has(name));
    await this.#command({ type: 'panel_use_tools', names });
    // By the clock of the server, which may differ from the one of this browser.
    this.#startedAt = 1 + Math.max(0, ...(this.view?.entries ?? []).map(({ message }) => message.timestamp));
  }

  async #command<T>(command: PageCommand): Promise<T> {
    const path = `api/agents/${encodeURIComponent(this.#agent ?? '')}/commands`;
    const answer = await this.#api.json<Answer<T>>(path, post(command));
    if (!answer.success) throw new Error(answer.error);
    return answer.data as T;
  }

  async #follow(agent: string): Promise<void> {
    const { signal } = this.#closing;
    const onFrame = (frame: Frame): void => this.#onFrame(frame);
    try {
      await readEventStream(this.#api, { agents: [agent], signal, onFrame });
    } catch (error) {
      if (signal.aborted) return;
      this.failure = errorText(error);
      this.#ready.reject(error);
    }
  }

  #onFrame({ kind, data }: Frame): void {
    if (kind === 'snapshot') this.view = (JSON.parse(data) as SnapshotFrame).view;
    else if (kind === 'message' && this.view) this.view = reduce(this.view, JSON.parse(data) as EventFrame);
    if (this.view?.exit) this.#ready.reject(new Error(this.view.exit.reason));
    if (this.view?.ready && this.view.companionProblem === null) this.#ready.resolve();
  }
}

function post(body: object): { method: 'POST'; body: object; headers: Record<string, string> } {
  return { method: 'POST', body, headers: { 'idempotency-key': randomId() } };
}
