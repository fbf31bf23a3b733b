// The root of the page's state: the agents, the one that is shown, and the connection to it. Created once; components
// get it by `getPanel()`.
import { getContext, setContext } from 'svelte';
import { Api, ApiError } from '../../lib/requests/api.ts';
import { forgetToken, storeToken, storedToken } from '../../lib/storage/token.ts';
import type { AgentInfo, NewAgent, NewLink, PanelInfo } from '../../../shared/wire.ts';
import { AgentFinder, runningIn, type OnlyAgent } from './agent-finder.ts';
import { Agent } from '../agent/agent.svelte.ts';
import { BudgetView } from './budget.svelte.ts';
import { Connection } from './connection.svelte.ts';
import { Layout } from '../workbench/layout.svelte.ts';
import { Overview } from './overview.svelte.ts';
import type { Region } from '../workbench/region.ts';
import type { PushDevices } from '../notices/push-devices.svelte.ts';
import { ServiceWorkerHost } from '../notices/service-worker.svelte.ts';
import { Workbench } from '../workbench/workbench.svelte.ts';
import { errorText } from '../../../shared/error-text.ts';

/** The user's request for the worktree in this folder. */
interface WorktreeRequest {
  act: 'merge' | 'end';
  folder: string;
}

export class Panel {
  readonly api: Api;
  readonly connection: Connection;
  readonly workbench: Workbench;
  readonly layout: Layout;
  readonly overview = new Overview();
  readonly serviceWorker = new ServiceWorkerHost();
  readonly budget: BudgetView;

  agents = $state.raw<AgentInfo[]>([]);
  agent = $state.raw<Agent | null>(null);
  /** The token was refused. */
  isLockedOut = $state(false);
  /** The server has another build than this page. */
  isOutdated = $state(false);
  /** Why no agent could be shown. */
  trouble = $state<string | null>(null);
  /** Versions of the panel and of pi; null until they are known. */
  info = $state.raw<PanelInfo | null>(null);
  /** The dialog about a worktree that is open. */
  worktreeRequest = $state.raw<WorktreeRequest | null>(null);
  /** The list of agents was fetched. */
  isOpened = $state(false);
  #build: string | null = null;
  readonly #finder: AgentFinder;
  readonly #tokens: string[];
  #push: PushDevices | null = null;

  /**
   * `tokens`: at least one, tried in this order; an empty one means none. `only`: set on a page that shows one agent
   * and no other.
   */
  constructor(tokens: string[], regions: readonly Region[], only: OnlyAgent | null = null) {
    this.workbench = new Workbench(regions);
    this.layout = new Layout(this.workbench, () =>
      Object.values(this.agent?.view?.toolRuns ?? {}).some(({ name }) => name === 'bash'),
    );
    // Most likely the one that is shown: then nothing moves when its view arrives.
    this.api = new Api(tokens[0] ?? '');
    this.budget = new BudgetView(this.api);
    this.#finder = new AgentFinder(this.api, only);
    const shown = this.#finder.lastShown;
    if (shown) this.workbench.openWorkspace(shown.workspace);
    this.#tokens = tokens;
    this.connection = new Connection({
      api: this.api,
      onSnapshot: ({ agent, view, build }) => {
        this.#build ??= build;
        const isNew = this.#build !== build;
        if (isNew && !this.isOutdated) void this.serviceWorker.update();
        this.isOutdated = isNew;
        if (agent !== this.agent?.id) return;
        this.workbench.openWorkspace(view.workspace);
        this.agent.snapshot(view);
      },
      onEvent: ({ agent, ...event }) => {
        if (agent === this.agent?.id) this.agent.apply(event);
      },
      onOverview: (frame) => this.overview.accept(frame),
      onUnauthorised: () => this.#onRefused(),
      onLost: () => this.#findAgain(),
    });
  }

  /** Shows the agent that this page showed last, or else the first one. */
  async open(): Promise<void> {
    try {
      const found = await this.#find();
      storeToken(this.api.token);
      this.trouble = null;
      this.isOpened = true;
      if (found) this.show(found.id);
      void this.#readInfo();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return this.#tryNextToken();
      this.trouble = errorText(error);
      setTimeout(() => void this.open(), 1000);
    }
  }

  show(id: string): void {
    this.trouble = null;
    this.agent = new Agent(id, this.api);
    this.connection.follow(id);
  }

  /** From a notification: the agent, or the one on its session. Before `open`, the page begins with it. */
  async showTarget(target: OnlyAgent): Promise<void> {
    if (!this.isOpened) {
      this.#finder.preferred = target;
      return;
    }
    await this.refreshAgents();
    const found = runningIn(this.agents, target);
    if (found && found.id !== this.agent?.id) this.show(found.id);
    this.workbench.tab = 'chat';
  }

  async start(what: NewAgent): Promise<void> {
    const info = await this.api.json<AgentInfo>('api/agents', { method: 'POST', body: what });
    await this.refreshAgents();
    this.show(info.id);
  }

  /** Ends the agent and its processes; the session stays. */
  async end(id: string): Promise<void> {
    await this.api.fetch(`api/agents/${encodeURIComponent(id)}`, { method: 'DELETE' });
  }

  /** The user sees the shown agent, if the page is visible. To be called from an effect too. */
  look(): void {
    if (this.agent && !document.hidden) this.overview.look(this.agent.id);
  }

  async refreshAgents(): Promise<void> {
    const { agents } = await this.api.json<{ agents: AgentInfo[] }>('api/agents');
    this.agents = agents;
  }

  /** The code of Web Push is not part of the first load. */
  async findPush(): Promise<PushDevices> {
    const { PushDevices } = await import('../notices/push-devices.svelte.ts');
    return (this.#push ??= new PushDevices(this.api, this.serviceWorker));
  }

  /** Shuts out every other browser and device; the other tabs of this browser go on. */
  async endOtherLinks(): Promise<void> {
    // This browser's device goes on with the same wishes.
    const push = await this.findPush();
    if (push.ownId !== null) await push.load();
    const { token } = await this.api.json<NewLink>('api/links', { method: 'POST', body: {} });
    storeToken(token);
    this.#reconnect(token);
    await push.subscribeAgain();
  }

  /** Must be called from an effect, so that it follows the shown session. */
  remember(): void {
    const view = this.agent?.view;
    if (!this.agent || !view) return;
    this.#finder.remember({
      agent: this.agent.id,
      workspace: view.workspace,
      session: view.session?.id ?? null,
    });
  }

  async #find(): Promise<AgentInfo | null> {
    await this.refreshAgents();
    return this.#finder.find(this.agents);
  }

  async #findAgain(): Promise<string | null> {
    const shown = this.#finder.lastShown;
    const found = await this.#find().catch(() => null);
    if (!found) {
      if (this.agents.length === 0) this.agent = null;
      return null;
    }
    if (found.id !== this.agent?.id) {
      const next = new Agent(found.id, this.api);
      // The same session still has its changes; they are fetched again soon.
      if (found.sessionId === shown?.session) next.changes.list = this.agent?.changes.list ?? null;
      this.agent = next;
    }
    return found.id;
  }

  /** The token in the address may come from another site; the stored one may still be valid. */
  async #tryNextToken(): Promise<void> {
    forgetToken(this.api.token);
    this.#tokens.shift();
    const next = this.#tokens[0];
    if (!next) return this.#lockOut();
    this.api.token = next;
    await this.open();
  }

  /** The page does without it. */
  async #readInfo(): Promise<void> {
    this.info = await this.api.json<PanelInfo>('api/panel').catch(() => null);
  }

  /** Another tab of this browser may have ended the link of this one, and kept the new one. */
  #onRefused(): void {
    const kept = storedToken();
    if (kept === null || kept === this.api.token) this.#lockOut();
    else this.#reconnect(kept);
  }

  #reconnect(token: string): void {
    this.api.token = token;
    this.connection.suspend();
    this.connection.wake();
  }

  #lockOut(): void {
    forgetToken(this.api.token);
    this.connection.close();
    this.isLockedOut = true;
  }
}

const CONTEXT = Symbol('panel');

export function setPanel(panel: Panel): void {
  setContext(CONTEXT, panel);
}

export function getPanel(): Panel {
  return getContext<Panel>(CONTEXT);
}
