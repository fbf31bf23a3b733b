// Messages that pi will not deliver any more. They wait for the user to take them back.
import type { QueuedSession } from '../../../shared/view/queue.ts';
import { isWithPanel, type Message } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';

export class ReturnedMessages {
  readonly #items: QueueItems;

  constructor(items: QueueItems) {
    this.#items = items;
  }

  /** Returns to the user the messages that are with the panel: those with these ids, or all. */
  returnFromPanel(ids?: ReadonlySet<string>): void {
    for (const item of this.#items.inOrder) {
      if ((ids && !ids.has(item.id)) || !(item.place === 'unsure' || isWithPanel(item.place))) continue;
      item.mayBeDelivered = item.place === 'unsure';
      this.#items.moveToEnd(item);
      this.#items.setPlace(item, 'returned');
    }
  }

  /** Returns the messages that were in pi's queue, which is gone. An unaccepted message is still with its sender. */
  returnLost(): void {
    for (const item of this.#items.inOrder) {
      item.mayBeDelivered = false;
      // A message that was returned before keeps its reason.
      if (item.place === 'running' || item.place === 'returned') continue;
      this.#items.remove(item);
      if (item.place === 'sending' && !item.isAccepted) continue;
      this.#items.moveToEnd(item);
      this.#items.setPlace(item, 'returned');
    }
  }

  /** Call this when pi has left this session, to which the messages that name no other session belong. */
  onSessionLeft(session: QueuedSession): void {
    for (const item of this.#items.all)
      if (item.place === 'returned' && !item.session) this.#items.setSession(item, session);
  }

  /** Adds messages from an earlier run of pi or of the panel, except those that are here already. */
  add(messages: readonly Message[]): void {
    this.#items.addReturned(messages.filter(({ id }) => !this.#items.find(id)));
  }

  /** Removes messages and hands them out: those with these ids, or all. Each message is handed out only once. */
  takeBack(ids?: ReadonlySet<string>): Message[] {
    const taken = this.#items.all.filter(({ id, place }) => place === 'returned' && (!ids || ids.has(id)));
    this.#items.remove(...taken);
    return taken;
  }
}
