// Collects the events that arrive before the code of the conversation's rows, which announces events, is loaded.
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

/**
 * The code is loaded within seconds. If there are more events, the last ones are kept, because the end of an answer has
 * its whole text.
 */
const MAX_EVENTS = 500;

export class EarlyEvents {
  /** Null after the events were taken. */
  #events: ViewEvent[] | null = [];

  /** Must be created by a component. */
  constructor(agent: () => Agent) {
    $effect(() => {
      if (!this.#events) return;
      this.#events = [];
      return agent().onEvent((event) => this.#add(event));
    });
  }

  /** Returns the collected events and stops collecting. */
  takeEvents(): readonly ViewEvent[] {
    const events = this.#events ?? [];
    this.#events = null;
    return events;
  }

  #add(event: ViewEvent): void {
    if (!this.#events) return;
    this.#events.push(event);
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
  }
}
