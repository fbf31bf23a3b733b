// Remembers which session each agent had: while an agent starts, its session is not known, but most likely the same.
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

  /**
   * The agent's session as this page knows it; after a reload the one that this tab showed last, since a restarted
   * server gives its agents new ids; in a new tab the one that any tab showed last, if it was this agent's.
   */
  of(agent: string): string | null {
    const last = lastInBrowser.get();
    return this.#byAgent.get(agent) ?? lastInTab.get() ?? (last?.agent === agent ? last.session : null);
  }

  remember(agent: string, session: string): void {
    this.#byAgent.set(agent, session);
    lastInTab.set(session);
    lastInBrowser.set({ agent, session });
  }
}
