// Stores the last session of each agent. While an agent is starting, its session is unknown but most likely the same.
import { asObject, isText, Persisted, PersistedText } from '../../../lib/storage/persisted.ts';

const KEY = 'pi-panel.last-session';

const lastInTab = new PersistedText('tab', KEY);
const lastInBrowser = new Persisted({
  area: 'browser',
  key: KEY,
  parse: (value) => {
    const { agent, session } = asObject(value);
    return isText(agent) && isText(session) ? { agent, session } : null;
  },
});

export class LastSession {
  readonly #byAgent = new Map<string, string>();
  #stored = '';

  /**
   * Returns the agent's session as this page knows it. After a reload, returns the session that this tab showed last,
   * because a restarted server gives its agents new ids, unless the user chose another agent. In a new tab, returns the
   * session that any tab showed last, if that session belonged to this agent.
   */
  of(agent: string, isChosen: boolean): string | null {
    const last = lastInBrowser.get();
    const inTab = isChosen ? null : lastInTab.get();
    return this.#byAgent.get(agent) ?? inTab ?? (last?.agent === agent ? last.session : null);
  }

  /**
   * Stores a session. Does nothing if it is the last one already, because storing takes 0.2 ms in each frame of an
   * answer.
   */
  remember(agent: string, session: string): void {
    const both = `${agent} ${session}`;
    if (both === this.#stored) return;
    this.#stored = both;
    this.#byAgent.set(agent, session);
    lastInTab.set(session);
    lastInBrowser.set({ agent, session });
  }
}
