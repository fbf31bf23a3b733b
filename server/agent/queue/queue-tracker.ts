// Where each message is that was given to pi and is not in the conversation yet. It follows what pi says, in the
// order in which pi says it, and asks pi for nothing.
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { UserMessage } from '../../../shared/pi/messages.ts';
import { plainText } from '../../../shared/view/history.ts';
import {
  EMPTY_QUEUE,
  LANES,
  LIST_OF,
  type Arrangement,
  type Lane,
  type Queue,
  type Queued,
} from '../../../shared/view/queue.ts';
import type { Said } from '../../../shared/view/view.ts';
import { RunStarters } from './run-starters.ts';
import {
  asItem,
  asQueued,
  inOrder,
  isHere,
  sizeOf,
  type Item,
  type Message,
  type NewMessage,
  type Place,
} from './queue-item.ts';
import { aligned, claimed, delivered, rewritten } from './queue-match.ts';
import { UnannouncedDequeue } from './unannounced-dequeue.ts';

/** What pi gives back when its queue is cleared. */
export type QueuedTexts = Record<(typeof LIST_OF)[Lane], readonly string[]>;

export class QueueTracker {
  #items: Item[] = [];
  readonly #directs = new RunStarters();
  readonly #untold = new UnannouncedDequeue();
  #listed = 0;
  #foreign = 0;
  #queue = EMPTY_QUEUE;
  #isChanged = false;

  /** The same object until something changed. */
  get queue(): Queue {
    if (this.#isChanged) this.#queue = this.#asQueue();
    this.#isChanged = false;
    return this.#queue;
  }

  /** pi has begun nothing that its list does not show: what is taken back now will not be delivered as well. */
  get isSafe(): boolean {
    return !this.#items.some((item) => item.place === 'listed' && this.#untold.mayInclude(item.listedAt));
  }

  get isUnsure(): boolean {
    return this.#items.some(({ place }) => place === 'unsure');
  }

  /** What is here, in the order in which it is to be handed over. */
  get held(): readonly Message[] {
    return inOrder(this.#items).filter(({ place }) => place === 'held');
  }

  /** What somebody was told is taken care of. */
  get accepted(): Message[] {
    const messages = inOrder(this.#items).filter(
      ({ isAccepted, place }) => isAccepted || place === 'returned',
    );
    return messages.map(({ id, text, lane, images, refs, at }) => ({ id, text, lane, images, refs, at }));
  }

  /** Characters of all that waits or was given back, its pictures as base64. */
  get size(): number {
    return this.#items.reduce((sum, item) => sum + sizeOf(item), 0);
  }

  isListed(id: string): boolean {
    return this.#find(id)?.place === 'listed';
  }

  /** Given to pi, which has not answered yet. */
  isOnItsWay(id: string): boolean {
    return this.#find(id)?.place === 'sending';
  }

  /** With the panel and nowhere else. */
  isHere(id: string): boolean {
    const item = this.#find(id);
    return item !== undefined && isHere(item.place);
  }

  /** To be called before a message goes to pi. */
  sending(message: NewMessage): void {
    const { id, text, lane } = message;
    if (!lane) {
      this.#directs.sending({ id, text });
      return;
    }
    const item = this.#find(id) ?? this.#add({ ...message, lane }, 'sending');
    this.#put(item, 'sending');
    item.listedAt = this.#listed;
  }

  /** To be called in the order in which pi says things: its answer comes after the list that it made longer. */
  answered(id: string, error?: string): void {
    const item = this.#find(id);
    if (error !== undefined) this.#refused(id, error);
    else if (item?.place === 'sending') this.#foundOut(item);
    else if (item) item.isAccepted = true;
    this.#directs.answered(id);
  }

  /** Takes it without asking pi: it is handed over later. */
  hold(message: Message): void {
    this.#add(message, 'held').isAccepted = true;
  }

  /** Follows an event of pi's; for a message that a person gave it says which. */
  follow(event: PiEvent): Said | undefined {
    switch (event.type) {
      case 'queue_update':
        for (const lane of LANES) this.#list(lane, event[LIST_OF[lane]]);
        return undefined;
      case 'agent_start':
        this.#untold.runStarted();
        return undefined;
      case 'turn_start':
        this.#untold.turnStarted(this.#listed);
        return undefined;
      case 'turn_end':
        this.#untold.turnEnded();
        return undefined;
      case 'message_start':
        if (event.message.role === 'assistant') this.#nothingComes();
        return undefined;
      case 'agent_end':
        this.#nothingComes();
        return undefined;
      case 'message_end':
        return event.message.role === 'user' ? this.#said(event.message) : undefined;
      default:
        return undefined;
    }
  }

  /** pi's answer to `clear_queue`, before anything that pi says after it. */
  cleared(texts: QueuedTexts): void {
    for (const lane of LANES) {
      for (const text of texts[LIST_OF[lane]]) {
        const gone = ({ place }: Item): boolean => place === 'leaving' || place === 'listed';
        const item = this.#items.find((one) => one.lane === lane && one.piText === text && gone(one));
        if (item) this.#put(item, this.#untold.mayInclude(item.listedAt) ? 'unsure' : 'held');
        else this.#put(this.#addForeign(lane, text), 'held');
      }
    }
  }

  /** What is here, as the person wants it: gone, in another lane, with another text, in this order. */
  arrange({ order, remove }: Arrangement): void {
    this.#items = this.#items.filter(({ id, place }) => !(remove.includes(id) && isHere(place)));
    for (const { id, lane, text } of order) {
      const item = this.#find(id);
      if (!item || !isHere(item.place)) continue;
      this.#items = [...this.#items.filter((other) => other !== item), item];
      item.lane = lane;
      item.text = text ?? item.text;
      item.piText = null;
      this.#put(item, 'held');
    }
    this.#isChanged = true;
  }

  /** Of what is here, nothing will be delivered, unless pi had begun to; without ids, all of it. */
  giveBack(ids?: ReadonlySet<string>): void {
    // In the order in which they would have been heard.
    for (const item of inOrder(this.#items)) {
      if ((ids && !ids.has(item.id)) || !(item.place === 'unsure' || isHere(item.place))) continue;
      item.mayCome = item.place === 'unsure';
      this.#items = [...this.#items.filter((other) => other !== item), item];
      this.#put(item, 'returned');
    }
  }

  /** pi is gone, or on another session: its queue is no more. What nobody was told is accepted, its sender keeps. */
  onPiExit(): void {
    this.#items = inOrder(this.#items).filter(({ place, isAccepted }) => place !== 'sending' || isAccepted);
    for (const item of this.#items) {
      item.mayCome = false;
      this.#put(item, 'returned');
    }
    this.#directs.forget();
    this.#untold.isTold();
    this.#isChanged = true;
  }

  /** For the person to take: before what is there already, it is older. */
  bringBack(messages: readonly Message[]): void {
    const known = new Set(this.#items.map(({ id }) => id));
    const items = messages.filter(({ id }) => !known.has(id)).map((message) => asItem(message, 'returned'));
    for (const item of items) item.isAccepted = true;
    if (items.length === 0) return;
    this.#items = [...items, ...this.#items];
    this.#isChanged = true;
  }

  /** Whoever asks first gets them: the given-back ones of these ids, in order; without ids, all. */
  take(ids?: ReadonlySet<string>): Message[] {
    const isTaken = ({ id, place }: Item): boolean => place === 'returned' && (!ids || ids.has(id));
    const taken = this.#items.filter(isTaken);
    if (taken.length > 0) this.#isChanged = true;
    this.#items = this.#items.filter((item) => !isTaken(item));
    return taken;
  }

  #find(id: string): Item | undefined {
    return this.#items.find((item) => item.id === id);
  }

  #add(message: Message, place: Place): Item {
    const item = asItem(message, place);
    this.#items.push(item);
    this.#isChanged = true;
    return item;
  }

  #addForeign(lane: Lane, text: string): Item {
    const id = `pi-${++this.#foreign}`;
    const item = this.#add({ id, text, lane, images: [], refs: [], at: 0 }, 'listed');
    item.isForeign = true;
    item.piText = text;
    return item;
  }

  #put(item: Item, place: Place): void {
    item.place = place;
    if (place !== 'failed') delete item.error;
    this.#isChanged = true;
  }

  /** The model is being asked, or the run is over: what pi took from its queue has been said by now. */
  #nothingComes(): void {
    this.#untold.isTold();
    for (const item of this.#items) {
      item.mayCome = false;
      if (item.place === 'unsure') this.#put(item, 'held');
      // Not delivered, and nobody asked for it.
      if (item.place === 'leaving') this.#put(item, 'returned');
    }
  }

  /** pi appends one, removes one, or empties both lanes. */
  #list(lane: Lane, texts: readonly string[]): void {
    const known = this.#items.filter((item) => item.lane === lane && item.place === 'listed');
    const kept = aligned(known, texts);
    for (const item of known) if (!kept.includes(item)) this.#put(item, 'leaving');
    for (const text of texts.slice(kept.length)) {
      const item = claimed(this.#items, lane, text) ?? this.#addForeign(lane, text);
      item.piText = text;
      item.listedAt = ++this.#listed;
      this.#put(item, 'listed');
      this.#items = [...this.#items.filter((other) => other !== item), item];
    }
  }

  /** pi took it and lists nothing like it: an extension rewrote it, or it began a run, or was a command. */
  #foundOut(item: Item): void {
    const listed = rewritten(this.#items, item);
    this.#items = this.#items.filter((other) => other !== (listed ?? item));
    this.#isChanged = true;
    if (!listed) {
      const { id, text, lane } = item;
      this.#directs.sending({ id, text, lane });
      return;
    }
    item.piText = listed.piText;
    item.listedAt = listed.listedAt;
    item.isAccepted = true;
    this.#put(item, 'listed');
  }

  #refused(id: string, error: string): void {
    this.#directs.refused(id);
    const item = this.#find(id);
    if (!item) return;
    this.#put(item, 'failed');
    item.error = error;
    // Who was told no keeps it.
    if (!item.isAccepted) this.#items = this.#items.filter((other) => other !== item);
  }

  #said(message: UserMessage): Said | undefined {
    const text = plainText(message.content);
    const item = delivered(this.#items, text);
    if (item) {
      this.#items = this.#items.filter((other) => other !== item);
      this.#isChanged = true;
      if (item.isForeign) return undefined;
      return saidAs(item, text);
    }
    const direct = this.#directs.take(text);
    return direct && saidAs(direct, text);
  }

  #asQueue(): Queue {
    const items = inOrder(this.#items);
    const lane = (name: Lane): Queued[] =>
      items.filter((item) => item.place !== 'returned' && item.lane === name).map(asQueued);
    return {
      revision: this.#queue.revision + 1,
      steering: lane('steer'),
      followUp: lane('followUp'),
      returned: items.filter(({ place }) => place === 'returned').map(asQueued),
    };
  }
}

function saidAs({ id, text, lane }: { id: string; text: string; lane?: Lane }, piText: string): Said {
  return { id, ...(text !== piText && { text }), ...(lane && { lane }) };
}
