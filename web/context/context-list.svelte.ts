// What the model sees, as pi lists it for one agent, and the requests that change it.
import type { ContextAct, ContextPicture } from '../../shared/context.ts';
import { joinCalls } from '../lib/requests/join-calls.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

/** In ms. During a run a list is out of date with every message. */
const PAUSE = 500;

export class ContextList {
  readonly #agent: Agent;
  picture = $state.raw<ContextPicture | null>(null);
  failure = $state<string | null>(null);
  /** The id of the row for which a request is under way. */
  busy = $state<string | null>(null);
  readonly refresh = joinCalls(() => this.#read(), PAUSE);

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  async edit(entryId: string, act: ContextAct): Promise<void> {
    this.busy = entryId;
    const answer = await this.#agent.send({ type: 'panel_edit_context', entryId, act });
    if (answer.success) await this.#read();
    else this.failure = answer.error;
    this.busy = null;
  }

  async #read(): Promise<void> {
    const answer = await this.#agent.send<ContextPicture>({ type: 'panel_context' });
    this.failure = answer.success ? null : answer.error;
    if (answer.success && answer.data) this.picture = answer.data;
  }
}
