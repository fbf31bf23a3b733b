// Finds the agent that a page shows: the one it showed last, also after a restart of the server, or a running one.
import { ApiError, type Api } from '../../lib/requests/api.ts';
import { asObject, isText, Persisted } from '../../lib/storage/persisted.ts';
import type { SessionPresence } from '../../../shared/stored-sessions.ts';
import type { AgentInfo, NewAgent } from '../../../shared/wire.ts';

/** A page that shows only one agent, or after a restart of the server the one that runs its session. */
export interface OnlyAgent {
  agent: string;
  session: string | null;
}

/** The last agent of this page, to come back to it after a restart of the server. */
export interface ShownAgent {
  agent: string;
  workspace: string;
  session: string | null;
}

/** Each tab remembers its own; a new tab starts where the last one was. */
const shownInTab = new Persisted({ area: 'tab', key: 'pi-panel.shown', parse: parseShown });
const shownLast = new Persisted({ area: 'browser', key: 'pi-panel.shown', parse: parseShown });

function parseShown(value: unknown): ShownAgent | null {
  const { agent, workspace, session } = asObject(value);
  if (!isText(agent) || !isText(workspace)) return null;
  return { agent, workspace, session: isText(session) ? session : null };
}

export class AgentFinder {
  readonly #api: Api;
  readonly #only: OnlyAgent | null;
  #remembered = '';
  /** From a notification: shown first, if it runs. */
  preferred: OnlyAgent | null = null;

  /** `only`: set on a page that shows one agent and no other. */
  constructor(api: Api, only: OnlyAgent | null) {
    this.#api = api;
    this.#only = only;
  }

  get lastShown(): ShownAgent | null {
    return shownInTab.get() ?? shownLast.get();
  }

  /** The view changes with every frame of an answer; this hardly ever does. */
  remember(shown: ShownAgent): void {
    const text = JSON.stringify(shown);
    if (text === this.#remembered) return;
    this.#remembered = text;
    shownInTab.set(shown);
    shownLast.set(shown);
  }

  /** After a restart of the server the ids are new: the agent is found or started by its session. */
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
      const started = (await this.#isStored(session)) && (await this.#startOn({ workspace, session }));
      // Otherwise any agent is better than none.
      if (started) return started;
    }
    return agents.find(({ workspace }) => workspace === shown?.workspace) ?? agents[0] ?? null;
  }

  /** pi writes a session with its first answer. Asked first, because a browser logs each refused request as an error. */
  async #isStored(session: string): Promise<boolean> {
    const route = `api/sessions/${encodeURIComponent(session)}`;
    return (await this.#api.json<SessionPresence>(route)).isStored;
  }

  async #findOnly({ agent, session }: OnlyAgent, agents: readonly AgentInfo[]): Promise<AgentInfo | null> {
    const found = runningIn(agents, { agent, session });
    return found ?? (session === null ? null : this.#startOn({ session }));
  }

  /** Null if the session was never written or its folder is gone. */
  #startOn(session: NewAgent): Promise<AgentInfo | null> {
    return this.#api
      .json<AgentInfo>('api/agents', { method: 'POST', body: session })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
        throw error;
      });
  }
}

/** With this id, or on this session. */
export function runningIn(
  agents: readonly AgentInfo[],
  { agent, session }: OnlyAgent,
): AgentInfo | undefined {
  return agents.find(({ id, sessionId }) => id === agent || (session !== null && sessionId === session));
}
