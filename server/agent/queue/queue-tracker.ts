// Tracks each accepted message until it is in the conversation. It follows pi's events in their order and never asks pi
// anything.
import type { Disposition } from '../../../shared/pi/commands.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { UserMessage } from '../../../shared/pi/messages.ts';
import { plainText } from '../../../shared/view/history.ts';
import type { Arrangement } from '../../../shared/view/queue-changes.ts';
import { LANES, LIST_OF, type Lane, type Queue } from '../../../shared/view/queue.ts';
import type { SentAs } from '../../../shared/view/conversation.ts';
import { isWithPanel, sizeOf, type Item, type Message, type NewMessage, type Place } from './queue-item.ts';
import { QueueItems } from './queue-items.ts';
import { ReturnedMessages } from './returned-messages.ts';
import { RunStarters } from './run-starters.ts';
import { RunningCommands } from './running-commands.ts';
import { UnannouncedDequeue } from './unannounced-dequeue.ts';

/** pi's answer to `clear_queue`. */
export type ClearedTexts = Record<(typeof LIST_OF)[Lane], readonly string[]>;

export class QueueTracker {
  readonly #items = new QueueItems();
  readonly #runStarters = new RunStarters();
  readonly returned = new ReturnedMessages(this.#items);
  readonly commands = new RunningCommands(this.#items, this.#runStarters);
  readonly #dequeue = new UnannouncedDequeue();
  /** How many messages pi has listed so far. */
  #listedCount = 0;

  /** The same object until something changes. */
  get queue(): Queue {
    return this.#items.queue;
  }

  /**
   * Whether pi can give back its queue safely. All listed messages must still be in it, so that none is delivered as
   * well.
   */
  get isSafeToClear(): boolean {
    return !this.#items.all.some(
      ({ place, listedAt }) => place === 'listed' && this.#dequeue.mayInclude(listedAt),
    );
  }

  /** Whether pi gave back a message that it may be delivering as well. */
  get hasUnsure(): boolean {
    return this.#items.all.some(({ place }) => place === 'unsure');
  }

  /** The messages to send to pi, in order. */
  get held(): readonly Message[] {
    return this.#items.inOrder.filter(({ place }) => place === 'held');
  }

  /**
   * The messages that must not get lost, because their senders no longer have them. A command that ran is not run
   * again.
   */
  get accepted(): Message[] {
    return this.#items.inOrder
      .filter(({ isAccepted, isCommand, place }) => !isCommand && (isAccepted || place === 'returned'))
      .map(({ id, text, lane, images, refs, at, session }) => ({
        id,
        text,
        lane,
        images,
        refs,
        at,
        session,
      }));
  }

  /** Characters of all messages, with their images as base64. */
  get size(): number {
    return this.#items.all.reduce((sum, item) => sum + sizeOf(item), 0);
  }

  /** Returns undefined for a message that was delivered, taken back or removed. */
  placeOf(id: string): Place | undefined {
    return this.#items.find(id)?.place;
  }

  /** Call this before a message goes to pi. */
  onSend(message: NewMessage): void {
    const { id, text, lane } = message;
    if (!lane) {
      this.#runStarters.add({ id, text });
      return;
    }
    const item = this.#items.find(id) ?? this.#items.add({ ...message, lane }, 'sending');
    this.#items.setPlace(item, 'sending');
    item.listedAt = this.#listedCount;
  }

  /**
   * Call this in the order of pi's output, where the answer comes after the list that contains the message. Without a
   * `disposition` (pi up to 0.87.1), the lists tell what became of the message.
   */
  onAnswer(id: string, error?: string, disposition?: Disposition): void {
    const item = this.#items.find(id);
    if (disposition === 'handled') return this.#onHandled(id);
    if (error !== undefined) this.#onRefusal(id, error);
    else if (item?.place === 'sending') this.#onUnlisted(item, disposition);
    else if (item) item.isAccepted = true;
    this.#runStarters.onAnswer(id);
  }

  /** Accepts a message without asking pi; it is sent later. */
  hold(message: Message): void {
    this.#items.add(message, 'held').isAccepted = true;
  }

  /** Call this when these messages are on disk. */
  onSaved(messages: readonly Message[]): void {
    for (const { id } of messages) {
      const item = this.#items.find(id);
      if (item && !item.isSaved) this.#items.setSaved(item);
    }
  }

  /** Follows an event from pi. If the event delivers one of the user's messages, returns which one. */
  trackEvent(event: PiEvent): SentAs | undefined {
    switch (event.type) {
      case 'queue_update':
        for (const lane of LANES) this.#onList(lane, event[LIST_OF[lane]]);
        return undefined;
      case 'agent_start':
        this.#dequeue.onRunStart();
        return undefined;
      case 'turn_start':
        this.#dequeue.onTurnStart(this.#listedCount);
        return undefined;
      case 'turn_end':
        this.#dequeue.onTurnEnd();
        return undefined;
      case 'message_start':
        if (event.message.role === 'assistant') this.#onDeliveriesDone();
        return undefined;
      case 'agent_end':
        this.#onDeliveriesDone();
        return undefined;
      case 'message_end':
        return event.message.role === 'user' ? this.#onDelivery(event.message) : undefined;
      default:
        return undefined;
    }
  }

  /** Call this with pi's answer to `clear_queue`, before anything that pi writes after it. */
  onCleared(texts: ClearedTexts): void {
    for (const lane of LANES) {
      for (const text of texts[LIST_OF[lane]]) {
        const item = this.#items.findCleared(lane, text);
        const isUnsure = item !== undefined && this.#dequeue.mayInclude(item.listedAt);
        this.#items.setPlace(item ?? this.#items.addForeign(lane, text), isUnsure ? 'unsure' : 'held');
      }
    }
  }

  /** Applies the user's arrangement to the messages that are with the panel. */
  arrange({ order, remove }: Arrangement): void {
    this.#items.remove(
      ...this.#items.all.filter((item) => remove.includes(item.id) && isWithPanel(item.place)),
    );
    for (const { id, lane, text } of order) {
      const item = this.#items.find(id);
      if (!item || !isWithPanel(item.place)) continue;
      item.lane = lane;
      item.text = text ?? item.text;
      item.piText = null;
      this.#items.moveToEnd(item);
      this.#items.setPlace(item, 'held');
    }
  }

  /**
   * Call this when pi has exited or is on another session, so that its queue is gone. An unaccepted message is still
   * with its sender.
   */
  onQueueLost(): void {
    this.returned.returnLost();
    this.#runStarters.clear();
    this.#dequeue.onDeliveriesDone();
  }

  /** Applies a list from pi, which adds one message to a list, removes one, or empties both lists. */
  #onList(lane: Lane, texts: readonly string[]): void {
    const { kept, gone } = this.#items.compareWithList(lane, texts);
    for (const item of gone) this.#items.setPlace(item, 'leaving');
    for (const text of texts.slice(kept.length)) {
      const item = this.#items.findSent(lane, text) ?? this.#items.addForeign(lane, text);
      item.piText = text;
      item.listedAt = ++this.#listedCount;
      this.#items.setPlace(item, 'listed');
      this.#items.moveToEnd(item);
    }
  }

  /**
   * Handles a message that pi accepted but did not list: an extension rewrote it, it started a run, or it was a
   * command.
   */
  #onUnlisted(item: Item, disposition: Disposition | undefined): void {
    const listed = disposition === 'started' ? undefined : this.#items.findRewritten(item);
    if (!listed) {
      const { id, text, lane } = item;
      this.#items.remove(item);
      this.#runStarters.add({ id, text, lane });
      return;
    }
    this.#items.remove(listed);
    item.piText = listed.piText;
    item.listedAt = listed.listedAt;
    item.isAccepted = true;
    this.#items.setPlace(item, 'listed');
  }

  /** Forgets a message that pi will not deliver. The next one that it delivers is not this one. */
  #onHandled(id: string): void {
    const item = this.#items.find(id);
    if (item) this.#items.remove(item);
    this.#runStarters.remove(id);
  }

  #onRefusal(id: string, error: string): void {
    this.#runStarters.remove(id);
    const item = this.#items.find(id);
    if (!item) return;
    this.#items.setPlace(item, 'failed');
    item.error = error;
    // A sender that was refused still has its text.
    if (!item.isAccepted) this.#items.remove(item);
  }

  #onDelivery(message: UserMessage): SentAs | undefined {
    const text = plainText(message.content);
    const item = this.#items.findDelivered(text);
    if (item) this.#items.remove(item);
    if (item?.isForeign) return undefined;
    const starter = item ? undefined : this.#runStarters.takeDelivered(text);
    const delivered = item ?? starter;
    if (!delivered) return undefined;
    return {
      id: delivered.id,
      ...(delivered.text !== text && !starter?.isCommand && { text: delivered.text }),
      ...(delivered.lane && { lane: delivered.lane }),
    };
  }

  /**
   * Call this when pi has announced every message that it took from its queue. It has done so when it asks the model,
   * and when the run is over.
   */
  #onDeliveriesDone(): void {
    this.#dequeue.onDeliveriesDone();
    for (const item of this.#items.all) {
      item.mayBeDelivered = false;
      if (item.place === 'unsure') this.#items.setPlace(item, 'held');
      // pi dropped the message without delivering it.
      if (item.place === 'leaving') this.#items.setPlace(item, 'returned');
    }
  }
}
