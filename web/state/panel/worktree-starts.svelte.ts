// The worktrees that are being created for new agents, by this page or by another one, with the progress of each.
import { errorText } from '../../../shared/error-text.ts';
import type { NewWorktree, WorktreeStart } from '../../../shared/worktrees.ts';
import { t } from '../../language/text.ts';
import { UserInput } from '../../lib/browser/user-input.ts';
import { randomId } from '../../lib/browser/random-id.ts';
import type { Api } from '../../lib/requests/api.ts';
import { followPolls } from '../../lib/requests/follow-polls.ts';
import { showShell } from '../workbench/shell-requests.svelte.ts';
import type { Toasts } from '../notices/toasts.svelte.ts';
import type { Panel } from './panel.svelte.ts';

type Decision = 'stop' | 'retry' | 'skip' | 'discard';

const known = new WeakMap<Panel, WorktreeStarts>();

/** Returns the panel's instance, which all regions share. */
export function worktreeStartsOf(panel: Panel): WorktreeStarts {
  const starts = known.get(panel) ?? new WorktreeStarts(panel);
  known.set(panel, starts);
  return starts;
}

/** A start that this page asked for. */
interface Asked {
  toasts: Toasts;
  /** The agent that the page showed then. */
  shown: string | undefined;
  /** Whether its terminal was open then. */
  terminal: boolean | null;
  /** What covered the terminal then. */
  cover: string | null;
  input: UserInput;
  /** Whether its set-up was shown at once. */
  hasShown?: true;
}

class WorktreeStarts {
  /** Newest first. */
  list = $state.raw<readonly WorktreeStart[]>([]);
  /** The id of the start whose set-up the terminal shows. Null while the terminal shows a run. */
  shown = $state<string | null>(null);
  /** Why the last decision about a start was refused, by the id of the start. */
  failures = $state.raw<Readonly<Record<string, string>>>({});
  readonly #panel: Panel;
  readonly #api: Pick<Api, 'json' | 'fetch'>;
  readonly #followed = new Set<string>();
  readonly #asked = new Map<string, Asked>();

  constructor(panel: Panel) {
    this.#panel = panel;
    this.#api = panel.api;
  }

  /** Fetches the starts that other pages, or a comparison, began. */
  async fetch(): Promise<void> {
    const { starts } = await this.#api.json<{ starts: WorktreeStart[] }>('api/worktrees/starts');
    this.list = starts.filter(({ state }) => state !== 'done');
    for (const start of this.list) void this.#follow(start);
  }

  /**
   * Starts a worktree. Rejects with an ApiError if nothing was started. The agent is shown, or announced with a toast,
   * once it runs.
   */
  async start(worktree: NewWorktree, toasts: Toasts): Promise<void> {
    const { agent, workbench } = this.#panel;
    const { isTerminalOpen: terminal } = workbench;
    const cover = workbench.coverIn('below');
    const asked = { toasts, shown: agent?.id, terminal, cover, input: new UserInput() };
    const start = await this.#post<WorktreeStart>('api/worktrees', worktree);
    this.list = [start, ...this.list];
    this.#asked.set(start.id, asked);
    void this.#follow(start);
  }

  /** Shows the set-up in its shell, or its output in the terminal where the panel has no shells. */
  showOutput(id: string): void {
    const { workbench } = this.#panel;
    const { shell } = this.#get(id) ?? {};
    if (shell) return showShell(workbench, shell);
    this.shown = id;
    workbench.uncover('below');
    workbench.isTerminalOpen = true;
  }

  async decide(id: string, act: Decision): Promise<void> {
    this.#setFailure(id, null);
    const asked = this.#asked.get(id);
    asked?.input.close();
    if (asked) this.#asked.set(id, { ...asked, shown: this.#panel.agent?.id, input: new UserInput() });
    try {
      const start = await this.#post<WorktreeStart>(`api/worktrees/starts/${id}`, { act });
      if (act === 'discard') return this.#remove(id);
      this.#accept(start);
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
      await followPolls(() => this.#poll(id));
      this.#end(id);
    } catch (error) {
      const start = this.#get(id);
      // Nothing can be decided about it any more.
      if (start?.state === 'running') this.#accept({ ...start, state: 'failed', isMade: false });
      this.#setFailure(id, errorText(error));
    } finally {
      this.#followed.delete(id);
    }
  }

  /** Resolves to whether there may be more to fetch. */
  async #poll(id: string): Promise<boolean> {
    const start = this.#get(id);
    if (!start) return false;
    const isRunning = start.state === 'running';
    // The last request fetches the output that was printed at the very end.
    if (!isRunning && !start.run) return false;
    const query = `from=${start.run?.next ?? 0}${isRunning ? `&revision=${start.revision}` : ''}`;
    this.#accept(await this.#api.json<WorktreeStart>(`api/worktrees/starts/${id}?${query}`));
    // It may have been retried in the meantime.
    return isRunning || this.#get(id)?.state === 'running';
  }

  #end(id: string): void {
    const { agent, branch = '' } = this.#get(id) ?? {};
    if (!agent) return;
    const asked = this.#asked.get(id);
    const { agent: current, workbench } = this.#panel;
    // The terminal was opened for the set-up, in the workspace of another agent.
    if (asked && this.shown === id && asked.shown === current?.id) workbench.isTerminalOpen = asked.terminal;
    this.#remove(id);
    if (!asked) return;
    const show = (): void => {
      this.#panel.show(agent);
      this.#panel.workbench.tab = 'chat';
    };
    // The page never changes under a user who has gone on to something else.
    const isBusy = asked.input.hasHappened || asked.shown !== current?.id;
    // The set-up's shell is gone.
    if (!isBusy && asked.hasShown && workbench.isCovering('shell')) {
      if (asked.cover === null) workbench.uncover('below');
      else workbench.showCover(asked.cover);
    }
    if (isBusy)
      asked.toasts.show('info', t('{branch} is ready', { branch }), { label: t('Open'), act: show });
    else show();
  }

  /**
   * Accepts a response. Output from the beginning replaces the known output, and its continuation is appended. A late
   * response is ignored.
   */
  #accept(next: WorktreeStart): void {
    const known = this.#get(next.id);
    if (known && next.revision < known.revision) return;
    const before = known?.run;
    let { run } = next;
    if (run && run.from > 0 && before?.id === run.id)
      run = run.from === before.next ? { ...run, output: before.output + run.output } : before;
    this.list = this.list.map((each) => (each.id === next.id ? { ...next, run } : each));
    const isNew = next.shell !== (known?.shell ?? null) || run?.id !== before?.id;
    if (isNew && (next.shell !== null || run)) this.#showUnlessBusy(next.id);
  }

  /** Shows a set-up that has begun to the user who asked for it and has not gone on to something else. */
  #showUnlessBusy(id: string): void {
    const asked = this.#asked.get(id);
    if (!asked || asked.input.hasHappened || asked.shown !== this.#panel.agent?.id) return;
    asked.hasShown = true;
    this.showOutput(id);
  }

  #get(id: string): WorktreeStart | undefined {
    return this.list.find(({ id: each }) => each === id);
  }

  #remove(id: string): void {
    this.list = this.list.filter(({ id: each }) => each !== id);
    this.#asked.get(id)?.input.close();
    this.#asked.delete(id);
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
