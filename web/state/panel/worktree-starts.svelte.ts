// The worktrees on their way to an agent, as this page knows them: begun here or by another page, followed to their end.
import { errorText } from '../../../shared/error-text.ts';
import type { NewWorktree, WorktreeStart } from '../../../shared/worktrees.ts';
import { randomId } from '../../lib/browser/random-id.ts';
import type { Api } from '../../lib/requests/api.ts';
import type { Panel } from './panel.svelte.ts';

type Decision = 'stop' | 'retry' | 'skip' | 'discard';

const known = new WeakMap<Panel, WorktreeStarts>();

/** One for each panel, shared by all regions. */
export function worktreeStartsOf(panel: Panel): WorktreeStarts {
  const starts = known.get(panel) ?? new WorktreeStarts(panel.api, (agent) => panel.show(agent));
  known.set(panel, starts);
  return starts;
}

class WorktreeStarts {
  /** The last one first. */
  list = $state.raw<readonly WorktreeStart[]>([]);
  /** Id of the one whose set-up the terminal shows; null: it shows a run. */
  shown = $state<string | null>(null);
  /** Why the last decision was refused, by the id of its start. */
  failures = $state.raw<Readonly<Record<string, string>>>({});
  readonly #api: Pick<Api, 'json' | 'fetch'>;
  readonly #onAgent: (id: string) => void;
  readonly #followed = new Set<string>();

  /** `onAgent`: a worktree that this page began has its agent. */
  constructor(api: Pick<Api, 'json' | 'fetch'>, onAgent: (id: string) => void) {
    this.#api = api;
    this.#onAgent = onAgent;
  }

  /** Those that other pages began. */
  async fetch(): Promise<void> {
    const { starts } = await this.#api.json<{ starts: WorktreeStart[] }>('api/worktrees/starts');
    this.list = starts.filter(({ state }) => state !== 'done');
    for (const start of this.list) void this.#follow(start);
  }

  /** Rejects with an ApiError if nothing was begun. */
  async start(wanted: NewWorktree): Promise<void> {
    const start = await this.#post<WorktreeStart>('api/worktrees', wanted);
    this.list = [start, ...this.list];
    if (wanted.setup !== '') this.shown = start.id;
    void this.#follow(start);
  }

  async decide(id: string, act: Decision): Promise<void> {
    this.#note(id, null);
    try {
      const start = await this.#post<WorktreeStart>(`api/worktrees/starts/${id}`, { act });
      if (act === 'discard') return this.#remove(id);
      this.#accept(start);
      if (act === 'retry') this.shown = id;
      await this.#follow(start);
    } catch (error) {
      this.#note(id, errorText(error));
    }
  }

  /** The worktree stays; only its card goes. */
  async dismiss(id: string): Promise<void> {
    this.#remove(id);
    await this.#api.fetch(`api/worktrees/starts/${id}`, { method: 'DELETE' });
  }

  async #follow({ id }: WorktreeStart): Promise<void> {
    if (this.#followed.has(id)) return;
    this.#followed.add(id);
    try {
      for (let start = this.#get(id); start?.state === 'running'; start = this.#get(id)) {
        const query = `revision=${start.revision}&from=${start.run?.next ?? 0}`;
        this.#accept(await this.#api.json<WorktreeStart>(`api/worktrees/starts/${id}?${query}`));
      }
      // What was printed at the very end.
      const run = this.#get(id)?.run;
      if (run) this.#accept(await this.#api.json(`api/worktrees/starts/${id}?from=${run.next}`));
      this.#end(id);
    } catch (error) {
      this.#note(id, errorText(error));
    } finally {
      this.#followed.delete(id);
    }
  }

  #end(id: string): void {
    const agent = this.#get(id)?.agent;
    if (!agent) return;
    this.#remove(id);
    this.#onAgent(agent);
  }

  /** Output from the beginning replaces what is here, and what follows it is added; an answer that is late adds nothing. */
  #accept(next: WorktreeStart): void {
    const before = this.#get(next.id)?.run;
    let { run } = next;
    if (run && run.from > 0 && before?.id === run.id)
      run = run.from === before.next ? { ...run, output: before.output + run.output } : before;
    this.list = this.list.map((one) => (one.id === next.id ? { ...next, run } : one));
  }

  #get(id: string): WorktreeStart | undefined {
    return this.list.find((one) => one.id === id);
  }

  #remove(id: string): void {
    this.list = this.list.filter((one) => one.id !== id);
    if (this.shown === id) this.shown = null;
  }

  #note(id: string, failure: string | null): void {
    const { [id]: _old, ...others } = this.failures;
    this.failures = failure === null ? others : { ...others, [id]: failure };
  }

  #post<T>(path: string, body: unknown): Promise<T> {
    const headers = { 'idempotency-key': randomId() };
    return this.#api.json<T>(path, { method: 'POST', body, headers });
  }
}
