// Finds the agent that a page shows: the one that it showed last, even after a restart of the server, or any running
// one.
import { ApiError, type Api } from '../../lib/requests/api.ts';
import { asObject, isText, Persisted } from '../../lib/storage/persisted.ts';
import type { SessionPresence } from '../../../shared/stored-sessions.ts';
import type { AgentInfo, NewAgent } from '../../../shared/wire.ts';

/** The only agent that a page shows. After a restart of the server, its session identifies it. */
export interface OnlyAgent {
  agent: string;
  session: string | null;
}

/** The agent that a page showed last. After a restart of the server, its session identifies it. */
export interface ShownAgent {
  agent: string;
  workspace: string;
  session: string | null;
}

/** Each tab stores its own agent. A new tab starts with the agent that was shown last in any tab. */
const shownInTab = new Persisted({ area: 'tab', key: 'pi-panel.shown', parse: parseShown });
const shownLast = new Persisted({ area: 'browser', key: 'pi-panel.shown', parse: parseShown });

function parseShown(value: unknown): ShownAgent | null {
  const { agent, workspace, session } = asObject(value);
  if (!isText(agent) || !isText(workspace)) return null;
  return { agent, workspace, session: isText(session) ? session : null };
}

export class AgentFinder {
  readonly #api: Api;
  #only: OnlyAgent | null;
  #stored = '';
  /** The agent of a notification that the user has clicked. It is shown first, if it runs. */
  preferred: OnlyAgent | null = null;

  /** `only` is set on a page that shows a single agent and no other one. */
  constructor(api: Api, only: OnlyAgent | null) {
    this.#api = api;
    this.#only = only;
  }

  get lastShown(): ShownAgent | null {
    return shownInTab.get() ?? shownLast.get();
  }

  /** Stores the shown agent. May be called with every frame, because it writes only what has changed. */
  remember(shown: ShownAgent): void {
    const text = JSON.stringify(shown);
    if (text === this.#stored) return;
    this.#stored = text;
    shownInTab.set(shown);
    shownLast.set(shown);
  }

  /** Must be called when the user has ended this agent, so that `find` does not start its session again. */
  onEnded(agent: string): void {
    // Not even a reload must start it. The page of a single run has nothing else to show.
    if (this.#only && new URLSearchParams(location.search).has('run')) {
      this.#only = { agent, session: null };
    } else if (this.#only) {
      this.#only = null;
      history.replaceState(null, '', location.pathname);
    }
    for (const store of [shownInTab, shownLast]) {
      const shown = store.get();
      if (shown?.agent === agent) store.set({ ...shown, session: null });
    }
  }

  /** Finds the agent to show. Agents have new ids after a restart, so it is also found, or started, by its session. */
  async find(agents: readonly AgentInfo[]): Promise<AgentInfo | null> {
    if (this.#only) return this.#findOnly(this.#only, agents);
    const preferred = this.preferred && runningIn(agents, this.preferred);
    this.preferred = null;
    if (preferred) return preferred;
    const shown = this.lastShown;
    const same = agents.find(
      ({ id, sessionId }) => id === shown?.agent || (sessionId && sessionId === shown?.session),
    );
    if (same) return same;
    if (shown?.session) {
      const { workspace, session } = shown;
      const started = (await this.#mayStart(session)) && (await this.#startOn({ workspace, session }));
      // If it was not started, any agent is better than none.
      if (started) return started;
    }
    return agents.find(({ workspace }) => workspace === shown?.workspace) ?? agents[0] ?? null;
  }

  /**
   * Whether a session may be started again. pi stores a session only with its first answer, and the user may have ended
   * its agent elsewhere. This asks first, because browsers log each refused request as an error.
   */
  async #mayStart(session: string): Promise<boolean> {
    const route = `api/sessions/${encodeURIComponent(session)}`;
    const { isStored, wasEnded } = await this.#api.json<SessionPresence>(route);
    return isStored && !wasEnded;
  }

  async #findOnly({ agent, session }: OnlyAgent, agents: readonly AgentInfo[]): Promise<AgentInfo | null> {
    const found = runningIn(agents, { agent, session });
    return found ?? (session === null ? null : this.#startOn({ session }));
  }

  /** Resolves to null if the session was never stored or its folder no longer exists. */
  #startOn(session: NewAgent): Promise<AgentInfo | null> {
    return this.#api
      .json<AgentInfo>('api/agents', { method: 'POST', body: session })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
        throw error;
      });
  }
}

/** Finds the agent with this id or with this session. */
export function runningIn(
  agents: readonly AgentInfo[],
  { agent, session }: OnlyAgent,
): AgentInfo | undefined {
  return agents.find(({ id, sessionId }) => id === agent || (session !== null && sessionId === session));
}
