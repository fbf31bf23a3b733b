// All agents of the panel as this page knows them: one row each, from the stream that every page has. What this
// browser has looked at decides between `finished` and `idle`.
import type { OverviewAgent, OverviewFrame, OverviewState } from '../../../shared/overview.ts';
import { asObject, Persisted } from '../../lib/storage/persisted.ts';

/** In the order of what the user should look at. */
const URGENCY: Record<OverviewState, number> = { needs_you: 0, failed: 1, finished: 2, working: 3, idle: 4 };
/** Agents that ended long ago are forgotten, the oldest first. */
const MAX_LOOKED = 200;

/** By agent: when this browser last looked at it, in ms since 1970. */
const lookedAt = new Persisted<Record<string, number>>({
  area: 'browser',
  key: 'pi-panel.looked-at-agents',
  parse: (value) =>
    Object.fromEntries(
      Object.entries(asObject(value)).filter((pair): pair is [string, number] => typeof pair[1] === 'number'),
    ),
});

export class Overview {
  /** In the order in which they were started. */
  agents = $state.raw<readonly OverviewAgent[]>([]);
  /** The first frame has arrived. */
  isKnown = $state(false);
  #looked = $state.raw(lookedAt.get());
  #revision = 0;
  /** Changes that came before the list that they belong to. */
  readonly #early: OverviewFrame[] = [];
  /** The form for a new agent is open. */
  isStarting = $state(false);
  /** The form begins with a new worktree. */
  startsInWorktree = $state(false);

  readonly byNeed = $derived(
    this.agents.toSorted(
      (a, b) => URGENCY[this.stateOf(a)] - URGENCY[this.stateOf(b)] || orderWithin(this.stateOf(a), a, b),
    ),
  );
  readonly waiting = $derived(this.agents.filter(({ state }) => state === 'needs_you').length);
  /** How many agents the user should look at. */
  readonly urgent = $derived(this.agents.filter((agent) => URGENCY[this.stateOf(agent)] < 3).length);

  accept(frame: OverviewFrame): void {
    const { agents, isAll, revision } = frame;
    // Another tab's stream may be ahead of what this one fetched itself.
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

  #merge({ agents, gone = [] }: OverviewFrame): void {
    const changed = new Map(agents.map((agent) => [agent.id, agent]));
    const known = new Set(this.agents.map(({ id }) => id));
    this.agents = [
      ...this.agents.filter(({ id }) => !gone.includes(id)).map((agent) => changed.get(agent.id) ?? agent),
      ...agents.filter(({ id }) => !known.has(id)),
    ];
  }

  /** The server knows whether any page has looked; this browser knows whether it has. */
  stateOf({ id, state, endedAt }: OverviewAgent): OverviewState {
    if (state !== 'finished' && state !== 'idle') return state;
    return endedAt !== null && endedAt > (this.#looked[id] ?? 0) ? 'finished' : 'idle';
  }

  /** The user sees this agent now. */
  look(id: string): void {
    const agent = this.agents.find((one) => one.id === id);
    if (!agent?.endedAt || agent.endedAt <= (this.#looked[id] ?? 0)) return;
    // Another tab may have stored something meanwhile.
    const entries = Object.entries({ ...lookedAt.get(), [id]: agent.endedAt });
    this.#looked = Object.fromEntries(entries.toSorted(([, a], [, b]) => a - b).slice(-MAX_LOOKED));
    lookedAt.set(this.#looked);
  }

  /** The next agent to look at after this one; null if none needs the user. */
  nextUrgent(after: string | undefined): OverviewAgent | null {
    const urgent = this.byNeed.filter((agent) => URGENCY[this.stateOf(agent)] < 3);
    const at = urgent.findIndex(({ id }) => id === after);
    return urgent.at((at + 1) % urgent.length) ?? null;
  }
}

/** Agents that waited longest come first; of the others, the ones that changed last. */
function orderWithin(state: OverviewState, a: OverviewAgent, b: OverviewAgent): number {
  return state === 'needs_you' || state === 'failed' ? a.since - b.since : b.since - a.since;
}
