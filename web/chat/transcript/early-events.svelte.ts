// The events that arrive before the code of the conversation's rows, which announces them to assistive technology.
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

/** The code takes seconds at most. Of more, the last ones count: the end of an answer has its whole text. */
const MAX_EVENTS = 500;

export class EarlyEvents {
  /** Null once they were taken. */
  #events: ViewEvent[] | null = [];

  /** To be created by a component. */
  constructor(agent: () => Agent) {
    $effect(() => {
      if (!this.#events) return;
      this.#events = [];
      return agent().onEvent((event) => this.#add(event));
    });
  }

  /** Those so far; later ones are not kept. */
  take(): readonly ViewEvent[] {
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
