// The root of the page's state: the agents, the one on the page, and the connection to it. There is one instance, which
// components get with `getPanel()`.
import { getContext, setContext } from 'svelte';
import { Api, ApiError } from '../../lib/requests/api.ts';
import { forgetToken, storeToken, storedToken } from '../../lib/storage/token.ts';
import type { AgentInfo, NewAgent, NewLink, PanelInfo } from '../../../shared/wire.ts';
import { AgentFinder, runningIn, type OnlyAgent } from './agent-finder.ts';
import { Agent } from '../agent/agent.svelte.ts';
import { BudgetView } from './budget.svelte.ts';
import { Connection } from './connection.svelte.ts';
import { Layout } from '../workbench/layout.svelte.ts';
import type { NewAgentForm } from './new-agent-form.ts';
import { Overview } from './overview.svelte.ts';
import type { Region } from '../workbench/region.ts';
import type { PushDevices } from '../notices/push-devices.svelte.ts';
import { ServiceWorkerHost } from '../notices/service-worker.svelte.ts';
import { Workbench } from '../workbench/workbench.svelte.ts';
import { errorText } from '../../../shared/error-text.ts';

/** The user's request for the worktree in `folder`. */
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
  /** Whether the token was refused. */
  isLockedOut = $state(false);
  /** Whether the server's build is not the one of this page. */
  isOutdated = $state(false);
  /** The reason why no agent could be shown. */
  trouble = $state<string | null>(null);
  /** The versions of the panel and of pi. Null until they are known. */
  info = $state.raw<PanelInfo | null>(null);
  /** The first messages of agents that were just started, by the ids of the agents. pi does not have them yet. */
  firstMessages = $state.raw<Readonly<Record<string, string>>>({});
  /** Null while the form for a new agent is closed. */
  newAgentForm = $state.raw<NewAgentForm | null>(null);
  /** Whether the user wants to add a panel to the list of other panels. */
  isAddingPanel = $state(false);
  /** Opens the dialog about a worktree. */
  worktreeRequest = $state.raw<WorktreeRequest | null>(null);
  /** The id of the last agent that was gone, so that the page now shows another one. */
  goneAgent: string | undefined;
  /** Whether the list of agents was fetched. */
  isOpened = $state(false);
  #build: string | null = null;
  readonly #finder: AgentFinder;
  readonly #tokens: string[];
  #push: PushDevices | null = null;

  /**
   * `tokens`: the tokens to try, in this order; at least one. An empty one means none. `only`: set on a page that shows
   * one agent and no other.
   */
  constructor(tokens: string[], regions: readonly Region[], only: OnlyAgent | null = null) {
    this.workbench = new Workbench(regions);
    this.layout = new Layout(this.workbench, () =>
      Object.values(this.agent?.view?.toolRuns ?? {}).some(({ name }) => name === 'bash'),
    );
    // The last shown workspace is most likely the right one. Then nothing moves when the view arrives.
    this.api = new Api(tokens[0] ?? '');
    this.budget = new BudgetView(this.api);
    this.#finder = new AgentFinder(this.api, only);
    const shown = this.#finder.lastShown;
    if (shown) this.workbench.openWorkspace(shown.workspace, { isLikely: true });
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
      onUnauthorized: () => this.#onRefused(),
      onLost: (gone) => this.#findAgain(gone),
    });
  }

  /** Whether the page has a notice about the lost connection. */
  get isOfflineNoticeShown(): boolean {
    return this.connection.status === 'offline';
  }

  /** Shows the agent that this page showed last, otherwise the first one. */
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
    this.agent = new Agent(id, this.api, this.agent !== null);
    this.connection.follow(id);
  }

  /** Shows the agent of a notification, or the agent that now runs its session. Can be called before `open`. */
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

  async start(newAgent: NewAgent): Promise<void> {
    const info = await this.api.json<AgentInfo>('api/agents', { method: 'POST', body: newAgent });
    if (newAgent.prompt) this.firstMessages = { ...this.firstMessages, [info.id]: newAgent.prompt };
    await this.refreshAgents();
    this.show(info.id);
  }

  /** Ends the agent and its processes. The session stays. */
  async end(id: string): Promise<void> {
    await this.api.fetch(`api/agents/${encodeURIComponent(id)}`, { method: 'DELETE' });
  }

  /** Must be called from an effect and when the page becomes visible, because the user then sees the shown agent. */
  markSeen(): void {
    if (this.agent && !document.hidden) this.overview.markSeen(this.agent.id);
  }

  async refreshAgents(): Promise<void> {
    const { agents } = await this.api.json<{ agents: AgentInfo[] }>('api/agents');
    this.agents = agents;
  }

  /** Loads the code of Web Push, which is not part of the first load. */
  async findPush(): Promise<PushDevices> {
    const { PushDevices } = await import('../notices/push-devices.svelte.ts');
    return (this.#push ??= new PushDevices(this.api, this.serviceWorker));
  }

  /**
   * Locks out every other browser and device. The other tabs of this browser stay connected. Resolves to the reason why
   * the panel may admit the others again after a restart, or to null.
   */
  async endOtherLinks(): Promise<string | null> {
    // The settings of this browser's device are needed to register it again below.
    const push = await this.findPush();
    if (push.ownId !== null) await push.load();
    const { token, problem } = await this.api.json<NewLink>('api/links', { method: 'POST', body: {} });
    storeToken(token);
    this.#reconnect(token);
    await push.subscribeAgain();
    return problem;
  }

  /** Stores the shown agent. Must be called from an effect, so that it follows the shown session. */
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

  async #findAgain({ isEnded }: { isEnded: boolean }): Promise<string | null> {
    if (isEnded && this.agent) this.#finder.onEnded(this.agent.id);
    const shown = this.#finder.lastShown;
    const found = await this.#find().catch(() => null);
    if (!found) {
      if (this.agents.length === 0) this.agent = null;
      return null;
    }
    if (found.id !== this.agent?.id) {
      this.goneAgent = this.agent?.id;
      const next = new Agent(found.id, this.api, isEnded);
      // The session is the same, so its changes are shown until they are fetched again.
      if (shown?.session && found.sessionId === shown.session)
        next.changes.list = this.agent?.changes.list ?? null;
      this.agent = next;
    }
    return found.id;
  }

  /**
   * Tries the next token. The one in the address may come from another site, while the stored one may still be valid.
   */
  async #tryNextToken(): Promise<void> {
    forgetToken(this.api.token);
    this.#tokens.shift();
    const next = this.#tokens[0];
    if (!next) return this.#lockOut();
    this.api.token = next;
    await this.open();
  }

  /** Reads the versions. The page also works without them. */
  async #readInfo(): Promise<void> {
    this.info = await this.api.json<PanelInfo>('api/panel').catch(() => null);
  }

  /** Handles a refused token. Another tab of this browser may have replaced the link and stored the new token. */
  #onRefused(): void {
    const stored = storedToken();
    if (stored === null || stored === this.api.token) this.#lockOut();
    else this.#reconnect(stored);
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
