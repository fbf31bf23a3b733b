// What the composer knows of each agent: the messages that it has not accepted yet, why its last request failed, and
// whether it is being stopped. The page may show another agent in the meantime.
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

/** Why the last request to an agent failed, and what to do. */
export interface Trouble {
  error: string;
  /** Whether the same request may succeed when it is sent again. */
  canRetry?: boolean;
  /** The session of the draft, as `Draft` names it. */
  session: string | null;
}

type Recipient = Pick<Agent, 'id'>;

export class Outbox {
  /**
   * Oldest first. The first message of each agent is being sent, and the others wait for it, so that pi gets them in the
   * order of the key presses.
   */
  #messages = $state.raw<readonly OutgoingMessage[]>([]);
  /** By the id of the agent. */
  #troubles = $state.raw<Readonly<Record<string, Trouble | null>>>({});
  /** The ids of the agents that are being stopped. */
  #stopping = $state.raw<readonly string[]>([]);

  /** Returns the messages to this agent, oldest first. */
  of({ id }: Recipient): readonly OutgoingMessage[] {
    return this.#messages.filter(({ agent }) => agent.id === id);
  }

  add(message: OutgoingMessage): void {
    this.#messages = [...this.#messages, message];
  }

  /** Removes messages that were accepted, or that are not sent after all. */
  remove(...messages: readonly OutgoingMessage[]): void {
    this.#messages = this.#messages.filter((message) => !messages.includes(message));
  }

  /** Removes an accepted message. Returns the one that waits for it, if there is any. */
  nextAfter(message: OutgoingMessage): OutgoingMessage | undefined {
    if (!this.#messages.includes(message)) return undefined;
    this.remove(message);
    return this.of(message.agent)[0];
  }

  troubleOf({ id }: Recipient): Trouble | null {
    return this.#troubles[id] ?? null;
  }

  setTrouble({ id }: Recipient, trouble: Trouble | null): void {
    this.#troubles = { ...this.#troubles, [id]: trouble };
  }

  isStopping({ id }: Recipient): boolean {
    return this.#stopping.includes(id);
  }

  setStopping({ id }: Recipient, isStopping: boolean): void {
    const others = this.#stopping.filter((other) => other !== id);
    this.#stopping = isStopping ? [...others, id] : others;
  }
}
