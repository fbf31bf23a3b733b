// All agents of the panel, one row each, from the stream that every page has. An agent whose run has ended is
// `finished` until the user has seen that in this browser, and `idle` afterwards.
import type { OverviewAgent, OverviewFrame, OverviewState } from '../../../shared/overview.ts';
import { asObject, Persisted } from '../../lib/storage/persisted.ts';

/** `interrupted`: idle, because pi or the panel ended in the middle of the run. */
export type ShownState = OverviewState | 'interrupted';

/** The order of the list: agents that need the user, then those that work, then those with something to read. */
const URGENCY: Record<ShownState, number> = {
  needs_you: 0,
  failed: 1,
  interrupted: 2,
  working: 3,
  finished: 4,
  idle: 5,
};
/** How many ends of runs are remembered. The oldest are forgotten first. */
const MAX_SEEN = 200;

/**
 * The end of the last run that the user has seen in this browser, in ms since 1970, by session, because agents have new
 * ids after a restart of the panel.
 */
const seenEnds = new Persisted<Record<string, number>>({
  area: 'browser',
  key: 'pi-panel.looked-at-agents',
  parse: (value) =>
    Object.fromEntries(
      Object.entries(asObject(value)).filter((pair): pair is [string, number] => typeof pair[1] === 'number'),
    ),
});

export class Overview {
  /** In the order in which the agents were started. */
  agents = $state.raw<readonly OverviewAgent[]>([]);
  /** Whether the complete list has arrived. */
  isKnown = $state(false);
  #seenEnds = $state.raw(seenEnds.get());
  #revision = 0;
  /** Changes that arrived before the complete list. */
  readonly #early: OverviewFrame[] = [];

  readonly byNeed = $derived(
    this.agents.toSorted(
      (a, b) => URGENCY[this.stateOf(a)] - URGENCY[this.stateOf(b)] || orderWithin(this.stateOf(a), a, b),
    ),
  );
  readonly waiting = $derived(this.agents.filter(({ state }) => state === 'needs_you').length);
  readonly failed = $derived(this.agents.filter(({ state }) => state === 'failed').length);
  /** The number of agents that the user should look at. */
  readonly urgent = $derived(this.agents.filter((agent) => this.isUrgent(agent)).length);

  accept(frame: OverviewFrame): void {
    const { agents, isAll, revision } = frame;
    // Frames from another tab's stream may be newer than the list that this tab fetched itself.
    if (this.isKnown && revision < this.#revision) return;
    if (!this.isKnown && !isAll) {
      this.#early.push(frame);
      return;
    }
    this.#revision = revision;
    if (!isAll) return this.#merge(frame);
    this.agents = agents;
    this.isKnown = true;
    for (const early of this.#early.splice(0)) this.accept(early);
  }

  #merge({ agents, changes = [], gone = [] }: OverviewFrame): void {
    const changed = new Map(agents.map((agent) => [agent.id, agent]));
    for (const change of changes) {
      const agent = this.agents.find(({ id }) => id === change.id);
      if (agent) changed.set(agent.id, { ...agent, ...change });
    }
    const known = new Set(this.agents.map(({ id }) => id));
    this.agents = [
      ...this.agents.filter(({ id }) => !gone.includes(id)).map((agent) => changed.get(agent.id) ?? agent),
      ...agents.filter(({ id }) => !known.has(id)),
    ];
  }

  /**
   * Returns the state. The server only knows whether any browser has shown the end of the run, so this browser decides
   * for itself.
   */
  stateOf(agent: OverviewAgent): ShownState {
    const { state, endedAt, isInterrupted } = agent;
    if (state !== 'finished' && state !== 'idle') return state;
    if (isInterrupted) return 'interrupted';
    return endedAt !== null && endedAt > (this.#seenEnds[keyOf(agent)] ?? 0) ? 'finished' : 'idle';
  }

  isUrgent(agent: OverviewAgent): boolean {
    const state = this.stateOf(agent);
    return state !== 'working' && state !== 'idle';
  }

  /** Must be called while the user sees this agent. */
  markSeen(id: string): void {
    const agent = this.agents.find((each) => each.id === id);
    if (!agent?.endedAt || agent.endedAt <= (this.#seenEnds[keyOf(agent)] ?? 0)) return;
    // The stored value is read again, because another tab may have changed it in the meantime.
    const entries = Object.entries({ ...seenEnds.get(), [keyOf(agent)]: agent.endedAt });
    this.#seenEnds = Object.fromEntries(entries.toSorted(([, a], [, b]) => a - b).slice(-MAX_SEEN));
    seenEnds.set(this.#seenEnds);
  }

  /** Returns the next agent after this one that the user should look at, or null. */
  nextUrgent(after: string | undefined): OverviewAgent | null {
    const urgent = this.byNeed.filter((agent) => this.isUrgent(agent));
    const at = urgent.findIndex(({ id }) => id === after);
    return urgent.at((at + 1) % urgent.length) ?? null;
  }
}

const keyOf = ({ id, session }: OverviewAgent): string => session?.id ?? id;

/**
 * Compares agents in the same state. Of those that need the user, the ones that have waited longest come first. Of
 * finished ones, the latest come first. The others stay in the order in which they were started.
 */
function orderWithin(state: ShownState, a: OverviewAgent, b: OverviewAgent): number {
  if (state === 'needs_you' || state === 'failed') return a.since - b.since;
  return state === 'finished' ? b.since - a.since : 0;
}
