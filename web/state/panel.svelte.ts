// The root of the page's state: the agents, the one that is shown, and the connection to it. Created once; components
// get it by `getPanel()`.
import { getContext, setContext } from 'svelte';
import { Api, ApiError } from '../lib/api.ts';
import { asObject, isText, Persisted } from '../lib/persisted.ts';
import { forgetToken, keepToken, keptToken } from '../lib/token.ts';
import type { StoredSessions } from '../../shared/stored-sessions.ts';
import type { AgentInfo, NewAgent, NewLink, PanelInfo } from '../../shared/wire.ts';
import { Agent } from './agent.svelte.ts';
import { Connection } from './connection.svelte.ts';
import { Layout } from './layout.svelte.ts';
import { Overview } from './overview.svelte.ts';
import type { Region } from './region.ts';
import { Workbench } from './workbench.svelte.ts';
import { errorText } from '../../shared/error-text.ts';

/** A page that shows only one agent, or after a restart of the server the one that runs its session. */
interface Only {
  agent: string;
  session: string | null;
}

/** The last agent of this page, to come back to it after a restart of the server. */
interface Shown {
  agent: string;
  workspace: string;
  session: string | null;
}

/** Each tab remembers its own; a new tab starts where the last one was. */
const shownInTab = new Persisted({ area: 'tab', key: 'pi-panel.shown', parse: parseShown });
const shownLast = new Persisted({ area: 'browser', key: 'pi-panel.shown', parse: parseShown });

function parseShown(value: unknown): Shown | null {
  const { agent, workspace, session } = asObject(value);
  if (!isText(agent) || !isText(workspace)) return null;
  return { agent, workspace, session: isText(session) ? session : null };
}

export class Panel {
  readonly api: Api;
  readonly connection: Connection;
  readonly workbench: Workbench;
  readonly layout: Layout;
  readonly overview = new Overview();

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
  /** The list of agents was fetched. */
  isOpened = $state(false);
  #build: string | null = null;
  #remembered = '';
  readonly #only: Only | null;
  readonly #tokens: string[];

  /** `tokens`: at least one, tried in this order; an empty one means none. `only`: set on a page that shows one agent and no other. */
  constructor(tokens: string[], regions: readonly Region[], only: Only | null = null) {
    this.workbench = new Workbench(regions);
    this.layout = new Layout(this.workbench, () =>
      Object.values(this.agent?.view?.toolRuns ?? {}).some(({ name }) => name === 'bash'),
    );
    // Most likely the one that is shown: then nothing moves when its view arrives.
    const shown = shownInTab.get() ?? shownLast.get();
    if (shown) this.workbench.openWorkspace(shown.workspace);
    this.#tokens = tokens;
    this.#only = only;
    this.api = new Api(tokens[0] ?? '');
    this.connection = new Connection({
      api: this.api,
      onSnapshot: ({ agent, view, build }) => {
        this.#build ??= build;
        this.isOutdated = this.#build !== build;
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
      const found = await this.#pick(shownInTab.get() ?? shownLast.get());
      keepToken(this.api.token);
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

  /** Shuts out every other browser and device; the other tabs of this browser go on. */
  async endOtherLinks(): Promise<void> {
    const { token } = await this.api.json<NewLink>('api/links', { method: 'POST', body: {} });
    keepToken(token);
    this.#reconnect(token);
  }

  /** Must be called from an effect, so that it follows the shown session. */
  remember(): void {
    const view = this.agent?.view;
    if (!this.agent || !view) return;
    const shown: Shown = {
      agent: this.agent.id,
      workspace: view.workspace,
      session: view.session?.id ?? null,
    };
    const text = JSON.stringify(shown);
    // The view changes with every frame of an answer; this hardly ever does.
    if (text === this.#remembered) return;
    this.#remembered = text;
    shownInTab.set(shown);
    shownLast.set(shown);
  }

  async #findAgain(): Promise<string | null> {
    const shown = shownInTab.get() ?? shownLast.get();
    const found = await this.#pick(shown).catch(() => null);
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

  /** After a restart of the server the ids are new: the agent is found or started by its session. */
  async #pick(shown: Shown | null): Promise<AgentInfo | null> {
    await this.refreshAgents();
    if (this.#only) return this.#pickOnly(this.#only);
    const same = this.agents.find(
      ({ id, sessionId }) => id === shown?.agent || (sessionId && sessionId === shown?.session),
    );
    if (same) return same;
    if (shown?.session) {
      const { workspace, session } = shown;
      const started =
        (await this.#isStored(workspace, session)) && (await this.#startOn({ workspace, session }));
      // Otherwise any agent is better than none.
      if (started) return started;
    }
    return this.agents.find(({ workspace }) => workspace === shown?.workspace) ?? this.agents[0] ?? null;
  }

  /** pi writes a session with its first answer. Asked first, because a browser logs each refused request as an error. */
  async #isStored(workspace: string, session: string): Promise<boolean> {
    const query = new URLSearchParams({ workspace });
    const { sessions } = await this.api.json<StoredSessions>(`api/sessions?${query}`);
    return sessions.some(({ id }) => id === session);
  }

  async #pickOnly({ agent, session }: Only): Promise<AgentInfo | null> {
    const found = this.agents.find(({ id, sessionId }) => id === agent || (session && sessionId === session));
    return found ?? (session === null ? null : this.#startOn({ session }));
  }

  /** Null if the session was never written or its folder is gone. */
  #startOn(session: NewAgent): Promise<AgentInfo | null> {
    return this.api
      .json<AgentInfo>('api/agents', { method: 'POST', body: session })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
        throw error;
      });
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
    const kept = keptToken();
    if (kept === null || kept === this.api.token) this.#lockOut();
    else this.#reconnect(kept);
  }

  #reconnect(token: string): void {
    this.api.token = token;
    this.connection.rest();
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
