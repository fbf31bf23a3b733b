// The messages of the queue in the order in which they are delivered. Also finds the message that pi means, because pi
// names messages only by lane and text (in pi 0.73.1 to 1.5.2).
import {
  EMPTY_QUEUE,
  LANES,
  type Lane,
  type Queue,
  type Queued,
  type QueuedSession,
} from '../../../shared/view/queue.ts';
import { type Item, type Message, type Place, createItem, toQueued } from './queue-item.ts';

/** Order within a lane. */
const RANK: Record<Place, number> = {
  running: 0,
  returned: 0,
  leaving: 0,
  unsure: 0,
  listed: 1,
  held: 2,
  sending: 2,
  failed: 3,
};

export class QueueItems {
  #items: Item[] = [];
  #queue = EMPTY_QUEUE;
  #foreignCount = 0;
  #isChanged = false;

  /** The queue for the pages. The same object until something changes. */
  get queue(): Queue {
    if (this.#isChanged) this.#queue = this.#toQueue();
    this.#isChanged = false;
    return this.#queue;
  }

  get all(): readonly Item[] {
    return this.#items;
  }

  /** Returned messages first, then running commands, then each lane in the order of delivery. */
  get inOrder(): Item[] {
    const waiting = LANES.flatMap((lane) =>
      this.#items
        .filter((item) => item.lane === lane && isInLane(item))
        .toSorted((a, b) => RANK[a.place] - RANK[b.place]),
    );
    return [...this.#inPlace('returned'), ...this.#inPlace('running'), ...waiting];
  }

  find(id: string): Item | undefined {
    return this.#items.find((item) => item.id === id);
  }

  add(message: Message, place: Place): Item {
    const item = createItem(message, place);
    this.#items.push(item);
    this.#isChanged = true;
    return item;
  }

  /** Adds a message that an extension queued in pi. */
  addForeign(lane: Lane, text: string): Item {
    const id = `pi-${++this.#foreignCount}`;
    const item = this.add({ id, text, lane, images: [], refs: [], at: 0 }, 'listed');
    item.isForeign = true;
    item.piText = text;
    return item;
  }

  /** Adds messages that were accepted earlier, before all others. */
  addReturned(messages: readonly Message[]): void {
    const items = messages.map((message) => ({
      ...createItem(message, 'returned'),
      isAccepted: true,
      isSaved: true,
    }));
    this.#items = [...items, ...this.#items];
    this.#isChanged ||= items.length > 0;
  }

  setPlace(item: Item, place: Place): void {
    item.place = place;
    if (place !== 'failed') delete item.error;
    this.#isChanged = true;
  }

  setSession(item: Item, session: QueuedSession): void {
    item.session = session;
    this.#isChanged = true;
  }

  setSaved(item: Item): void {
    item.isSaved = true;
    this.#isChanged = true;
  }

  moveToEnd(item: Item): void {
    this.#items = [...this.#items.filter((other) => other !== item), item];
    this.#isChanged = true;
  }

  remove(...items: readonly Item[]): void {
    this.#items = this.#items.filter((item) => !items.includes(item));
    this.#isChanged ||= items.length > 0;
  }

  /**
   * Splits the listed messages of a lane into those that pi's new list still has and those that are gone. If two texts
   * are equal, pi removes the first.
   */
  compareWithList(lane: Lane, texts: readonly string[]): { kept: Item[]; gone: Item[] } {
    const known = this.#items.filter((item) => item.lane === lane && item.place === 'listed');
    const kept: Item[] = [];
    if (known.length <= texts.length) kept.push(...known.filter(({ piText }, i) => piText === texts[i]));
    else {
      let last = texts.length - 1;
      for (const item of known.toReversed()) {
        if (last < 0 || item.piText !== texts[last]) continue;
        kept.unshift(item);
        last -= 1;
      }
    }
    return { kept, gone: known.filter((item) => !kept.includes(item)) };
  }

  /**
   * Returns the message being sent that pi lists with this text. If a message starts with a slash, its listed text may
   * be an expanded template.
   */
  findSent(lane: Lane, text: string): Item | undefined {
    const sent = this.#items.filter((item) => item.lane === lane && item.place === 'sending');
    return sent.find((item) => item.text === text) ?? sent.find((item) => item.text.startsWith('/'));
  }

  /**
   * Returns the listed text of this message if an extension rewrote it. At first it looks like a message of that
   * extension.
   */
  findRewritten({ lane, listedAt }: Item): Item | undefined {
    return this.#items.findLast(
      (other) =>
        other.isForeign && other.place === 'listed' && other.lane === lane && other.listedAt > listedAt,
    );
  }

  /** Returns the message that pi gives back with this text when its queue is cleared. */
  findCleared(lane: Lane, text: string): Item | undefined {
    return this.#items.find(
      (item) =>
        item.lane === lane && item.piText === text && (item.place === 'leaving' || item.place === 'listed'),
    );
  }

  /** Returns the message that pi delivers with this text. */
  findDelivered(text: string): Item | undefined {
    const leaving = this.#items.filter(({ place }) => place === 'leaving');
    const unsure = this.#items.filter(({ place, mayBeDelivered }) => place === 'unsure' || mayBeDelivered);
    // An extension may have rewritten the message that left pi's list last.
    return [...leaving, ...unsure].find(({ piText }) => piText === text) ?? leaving[0];
  }

  #toQueue(): Queue {
    const items = this.inOrder;
    const inLane = (lane: Lane): Queued[] =>
      items.filter((item) => item.lane === lane && isInLane(item)).map(toQueued);
    return {
      revision: this.#queue.revision + 1,
      running: this.#inPlace('running').map(toQueued),
      steering: inLane('steer'),
      followUp: inLane('followUp'),
      returned: this.#inPlace('returned').map(toQueued),
    };
  }

  #inPlace(wanted: Place): Item[] {
    return this.#items.filter(({ place }) => place === wanted);
  }
}

function isInLane({ place }: Item): boolean {
  return place !== 'running' && place !== 'returned';
}
