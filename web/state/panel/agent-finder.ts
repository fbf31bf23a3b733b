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
  /** The agent that the address names, or that of a notification. It comes first if it, or its session, can be shown. */
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
    const { preferred } = this;
    this.preferred = null;
    const found = preferred && (runningIn(agents, preferred) ?? (await this.#startAgain(preferred)));
    if (found) return found;
    const shown = this.lastShown;
    const same = agents.find(
      ({ id, sessionId }) => id === shown?.agent || (sessionId && sessionId === shown?.session),
    );
    if (same) return same;
    // If it is not started, any agent is better than none.
    return (
      (shown && (await this.#startAgain(shown))) ??
      agents.find(({ workspace }) => workspace === shown?.workspace) ??
      agents[0] ??
      null
    );
  }

  /**
   * Starts an agent on the session, if that is possible. pi stores a session only with its first answer, and the user
   * may have ended its agent elsewhere. This asks first, because browsers log each refused request as an error.
   */
  async #startAgain({ session, workspace }: Partial<ShownAgent>): Promise<AgentInfo | null> {
    if (!session) return null;
    const route = `api/sessions/${encodeURIComponent(session)}`;
    const known = await unlessRefused(this.#api.json<SessionPresence>(route));
    if (!known?.isStored || known.wasEnded) return null;
    return this.#startOn(workspace ? { session, workspace } : { session });
  }

  async #findOnly({ agent, session }: OnlyAgent, agents: readonly AgentInfo[]): Promise<AgentInfo | null> {
    const found = runningIn(agents, { agent, session });
    return found ?? (session === null ? null : this.#startOn({ session }));
  }

  /** Resolves to null if the session was never stored or its folder no longer exists. */
  #startOn(session: NewAgent): Promise<AgentInfo | null> {
    return unlessRefused(this.#api.json<AgentInfo>('api/agents', { method: 'POST', body: session }));
  }
}

const unlessRefused = <T>(response: Promise<T>): Promise<T | null> =>
  response.catch((error: unknown) => {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
    throw error;
  });

/** Finds the agent with this id or with this session. */
export function runningIn(
  agents: readonly AgentInfo[],
  { agent, session }: OnlyAgent,
): AgentInfo | undefined {
  return agents.find(({ id, sessionId }) => id === agent || (session !== null && sessionId === session));
}
