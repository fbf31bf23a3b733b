// Stores the last session of each agent, and opens the draft of the one on the page. While an agent is starting, its
// session is unknown but most likely the same.
import { untrack } from 'svelte';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import type { Draft } from './draft.svelte.ts';
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

interface Shown {
  /** Null while it is not known. */
  session: string | null;
  rows: () => { isEmpty: boolean; entries: readonly unknown[] | undefined };
}

export class LastSession {
  readonly #byAgent = new Map<string, string>();
  #stored = '';
  #shown: string | null = null;

  /** Must be called when the page shows another agent or session, and with its rows, which are read only if needed. */
  open(draft: Draft, { id, isChosen }: Pick<Agent, 'id' | 'isChosen'>, { session, rows }: Shown): void {
    if (this.#shown !== null && this.#shown !== id && isChosen) untrack(() => draft.leaveAgent());
    this.#shown = id;
    if (session === null) return untrack(() => draft.expectSession(this.of(id, isChosen), id));
    const { isEmpty, entries } = rows();
    untrack(() => draft.openSession(session, isEmpty, entries));
    this.remember(id, session);
  }

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
