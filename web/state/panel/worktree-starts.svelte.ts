// The worktrees that are being created for new agents, by this page or by another one, with the progress of each.
import { errorText } from '../../../shared/error-text.ts';
import type { NewWorktree, WorktreeStart } from '../../../shared/worktrees.ts';
import { randomId } from '../../lib/browser/random-id.ts';
import type { Api } from '../../lib/requests/api.ts';
import type { Panel } from './panel.svelte.ts';

type Decision = 'stop' | 'retry' | 'skip' | 'discard';

const known = new WeakMap<Panel, WorktreeStarts>();

/** Returns the panel's instance, which all regions share. */
export function worktreeStartsOf(panel: Panel): WorktreeStarts {
  const starts = known.get(panel) ?? new WorktreeStarts(panel.api, (agent) => panel.show(agent));
  known.set(panel, starts);
  return starts;
}

class WorktreeStarts {
  /** Newest first. */
  list = $state.raw<readonly WorktreeStart[]>([]);
  /** The id of the start whose set-up the terminal shows. Null while the terminal shows a run. */
  shown = $state<string | null>(null);
  /** Why the last decision about a start was refused, by the id of the start. */
  failures = $state.raw<Readonly<Record<string, string>>>({});
  readonly #api: Pick<Api, 'json' | 'fetch'>;
  readonly #onAgent: (id: string) => void;
  readonly #followed = new Set<string>();
  /** The starts whose agent this page shows as soon as it runs. */
  readonly #awaited = new Set<string>();

  /** `onAgent` is called when the agent of a worktree that this page asked for has started. */
  constructor(api: Pick<Api, 'json' | 'fetch'>, onAgent: (id: string) => void) {
    this.#api = api;
    this.#onAgent = onAgent;
  }

  /** Fetches the starts that other pages, or a comparison, began. */
  async fetch(): Promise<void> {
    const { starts } = await this.#api.json<{ starts: WorktreeStart[] }>('api/worktrees/starts');
    this.list = starts.filter(({ state }) => state !== 'done');
    for (const start of this.list) void this.#follow(start);
  }

  /** Rejects with an ApiError if nothing was started. */
  async start(worktree: NewWorktree): Promise<void> {
    const start = await this.#post<WorktreeStart>('api/worktrees', worktree);
    this.list = [start, ...this.list];
    this.#awaited.add(start.id);
    if (worktree.setup !== '') this.shown = start.id;
    void this.#follow(start);
  }

  async decide(id: string, act: Decision): Promise<void> {
    this.#setFailure(id, null);
    try {
      const start = await this.#post<WorktreeStart>(`api/worktrees/starts/${id}`, { act });
      if (act === 'discard') return this.#remove(id);
      this.#accept(start);
      if (act === 'retry') this.shown = id;
      await this.#follow(start);
    } catch (error) {
      this.#setFailure(id, errorText(error));
    }
  }

  /** Removes only the card. The worktree stays. */
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
      // Fetches the output that was printed at the very end.
      const run = this.#get(id)?.run;
      if (run) this.#accept(await this.#api.json(`api/worktrees/starts/${id}?from=${run.next}`));
      this.#end(id);
    } catch (error) {
      this.#setFailure(id, errorText(error));
    } finally {
      this.#followed.delete(id);
    }
  }

  #end(id: string): void {
    const agent = this.#get(id)?.agent;
    if (!agent) return;
    this.#remove(id);
    if (this.#awaited.delete(id)) this.#onAgent(agent);
  }

  /**
   * Output from the beginning replaces the known output, and its continuation is appended. A late response is ignored.
   */
  #accept(next: WorktreeStart): void {
    const before = this.#get(next.id)?.run;
    let { run } = next;
    if (run && run.from > 0 && before?.id === run.id)
      run = run.from === before.next ? { ...run, output: before.output + run.output } : before;
    this.list = this.list.map((each) => (each.id === next.id ? { ...next, run } : each));
  }

  #get(id: string): WorktreeStart | undefined {
    return this.list.find(({ id: each }) => each === id);
  }

  #remove(id: string): void {
    this.list = this.list.filter(({ id: each }) => each !== id);
    if (this.shown === id) this.shown = null;
  }

  #setFailure(id: string, failure: string | null): void {
    const { [id]: _old, ...others } = this.failures;
    this.failures = failure === null ? others : { ...others, [id]: failure };
  }

  #post<T>(path: string, body: unknown): Promise<T> {
    const headers = { 'idempotency-key': randomId() };
    return this.#api.json<T>(path, { method: 'POST', body, headers });
  }
}
