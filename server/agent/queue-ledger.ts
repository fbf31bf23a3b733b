// Where each message is that was given to pi and is not in the conversation yet. It follows what pi says, in the
// order in which pi says it, and asks pi for nothing. pi knows texts, expanded ones, and no more: a message is told
// from another by its lane, its place in it, and what was sent when (0.73.1 to 1.5.2).
import type { PiEvent } from '../../shared/pi/events.ts';
import type { ImageContent, UserMessage } from '../../shared/pi/messages.ts';
import { plainText } from '../../shared/view/history.ts';
import {
  EMPTY_QUEUE,
  LANES,
  type Arrangement,
  type Lane,
  type Queue,
  type Queued,
  type QueuedState,
} from '../../shared/view/queue.ts';
import type { Said } from '../../shared/view/view.ts';

/** A message of a person's, with all that it carries. */
export interface Message {
  id: string;
  /** As it was typed. */
  text: string;
  lane: Lane;
  /** With their bytes, as pi takes them. */
  images: ImageContent[];
  /** The same as references, for the views. */
  refs: ImageContent[];
  /** When it was given, in ms since 1970. */
  at: number;
}

/**
 * `sending`: pi was asked to take it. `listed`: pi says that it waits. `leaving`: pi's list has it no more; its message
 * follows, or the answer that gives it back. `unsure`: given back, but pi may have begun to deliver it before.
 * `held`: here, and nowhere else. `failed`: pi refused what had been accepted. `returned`: for the person to take.
 */
type Place = 'sending' | 'listed' | 'leaving' | 'unsure' | 'held' | 'failed' | 'returned';

interface Item extends Message {
  place: Place;
  /** As pi has it, once it was listed. */
  piText: string | null;
  /** Counts what was listed, since the beginning. */
  listedAt: number;
  /** Whoever gave it was told that it is taken care of. */
  isAccepted: boolean;
  isForeign: boolean;
  /** Returned while pi may have begun to deliver it. */
  mayCome: boolean;
  error?: string;
}

/** A prompt that was to begin a run: it never waits. */
interface Direct {
  id: string;
  text: string;
  lane?: Lane;
  isAnswered: boolean;
}

const RANK: Record<Exclude<Place, 'returned'>, number> = {
  leaving: 0,
  unsure: 0,
  listed: 1,
  held: 2,
  sending: 2,
  failed: 3,
};
const STATE: Record<Place, QueuedState> = {
  leaving: 'waiting',
  listed: 'waiting',
  unsure: 'held',
  held: 'held',
  sending: 'sending',
  failed: 'failed',
  returned: 'held',
};

export class QueueLedger {
  #items: Item[] = [];
  #directs: Direct[] = [];
  #listed = 0;
  #foreign = 0;
  /** Whether the next turn is the first of its run, which takes from the queue after its beginning. */
  #isFirstTurn = false;
  /** What was listed up to this may be on its way out of pi's queue without a word so far. */
  #doubtful = -1;
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
    return !this.#items.some((item) => item.place === 'listed' && this.#isDoubtful(item));
  }

  get isUnsure(): boolean {
    return this.#items.some(({ place }) => place === 'unsure');
  }

  /** What is here, in the order in which it is to be handed over. */
  get held(): readonly Message[] {
    return this.#sorted().filter(({ place }) => place === 'held');
  }

  /** What somebody was told is taken care of. */
  get accepted(): Message[] {
    const messages = this.#sorted().filter(({ isAccepted, place }) => isAccepted || place === 'returned');
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

  /** To be called before a message goes to pi. Without a lane it can only begin a run. */
  sending(message: Omit<Message, 'lane'> & { lane?: Lane | undefined }): void {
    const { id, text, lane } = message;
    if (!lane) {
      this.#directs.push({ id, text, isAnswered: false });
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
    const direct = this.#directs.find((one) => one.id === id);
    // What was answered before and never came was no message at all, but a command of an extension.
    if (!direct) return;
    const open = this.#directs.filter((one) => !one.isAnswered && one !== direct);
    this.#directs = [...open, { ...direct, isAnswered: true }];
  }

  /** Takes it without asking pi: it is handed over later. */
  hold(message: Message): void {
    this.#add(message, 'held').isAccepted = true;
  }

  /** Follows an event of pi's; for a message that a person gave it says which. */
  follow(event: PiEvent): Said | undefined {
    switch (event.type) {
      case 'queue_update':
        for (const lane of LANES) this.#list(lane, event[lane]);
        return undefined;
      case 'agent_start':
        this.#isFirstTurn = true;
        this.#doubtful = Infinity;
        return undefined;
      case 'turn_start':
        if (!this.#isFirstTurn) this.#doubtful = Math.min(this.#doubtful, this.#listed);
        return undefined;
      case 'turn_end':
        this.#isFirstTurn = false;
        this.#doubtful = Infinity;
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
  cleared(texts: Record<Lane, readonly string[]>): void {
    for (const lane of LANES) {
      for (const text of texts[lane]) {
        const gone = ({ place }: Item): boolean => place === 'leaving' || place === 'listed';
        const item = this.#items.find((one) => one.lane === lane && one.piText === text && gone(one));
        if (item) this.#put(item, this.#isDoubtful(item) ? 'unsure' : 'held');
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
    for (const item of this.#sorted()) {
      if ((ids && !ids.has(item.id)) || !(item.place === 'unsure' || isHere(item.place))) continue;
      item.mayCome = item.place === 'unsure';
      this.#items = [...this.#items.filter((other) => other !== item), item];
      this.#put(item, 'returned');
    }
  }

  /** pi is gone, or on another session: its queue is no more. What nobody was told is accepted, its sender keeps. */
  forsaken(): void {
    this.#items = this.#sorted().filter(({ place, isAccepted }) => place !== 'sending' || isAccepted);
    for (const item of this.#items) {
      item.mayCome = false;
      this.#put(item, 'returned');
    }
    this.#directs = [];
    this.#doubtful = -1;
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

  #isDoubtful({ listedAt }: Item): boolean {
    return listedAt <= this.#doubtful;
  }

  /** The model is being asked, or the run is over: what pi took from its queue has been said by now. */
  #nothingComes(): void {
    this.#doubtful = -1;
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
      const item = this.#claimed(lane, text) ?? this.#addForeign(lane, text);
      item.piText = text;
      item.listedAt = ++this.#listed;
      this.#put(item, 'listed');
      this.#items = [...this.#items.filter((other) => other !== item), item];
    }
  }

  /** The message on its way that this is the text of. What begins with a slash may be a template, and expanded. */
  #claimed(lane: Lane, text: string): Item | undefined {
    const sent = this.#items.filter((item) => item.lane === lane && item.place === 'sending');
    return sent.find((item) => item.text === text) ?? sent.find((item) => item.text.startsWith('/'));
  }

  /** pi took it and lists nothing like it: an extension rewrote it, or it began a run, or was a command. */
  #foundOut(item: Item): void {
    const isRewritten = (other: Item): boolean =>
      other.isForeign &&
      other.place === 'listed' &&
      other.lane === item.lane &&
      other.listedAt > item.listedAt;
    const listed = this.#items.findLast(isRewritten);
    this.#items = this.#items.filter((other) => other !== (listed ?? item));
    this.#isChanged = true;
    if (!listed) {
      const { id, text, lane } = item;
      this.#directs.push({ id, text, lane, isAnswered: false });
      return;
    }
    item.piText = listed.piText;
    item.listedAt = listed.listedAt;
    item.isAccepted = true;
    this.#put(item, 'listed');
  }

  #refused(id: string, error: string): void {
    this.#directs = this.#directs.filter((direct) => direct.id !== id);
    const item = this.#find(id);
    if (!item) return;
    this.#put(item, 'failed');
    item.error = error;
    // Who was told no keeps it.
    if (!item.isAccepted) this.#items = this.#items.filter((other) => other !== item);
  }

  #said(message: UserMessage): Said | undefined {
    const text = plainText(message.content);
    const item = this.#coming(text);
    if (item) {
      this.#items = this.#items.filter((other) => other !== item);
      this.#isChanged = true;
      if (item.isForeign) return undefined;
      return saidAs(item, text);
    }
    const direct =
      this.#directs.find((one) => one.text === text) ?? this.#directs.find(({ isAnswered }) => isAnswered);
    if (!direct) return undefined;
    this.#directs = this.#directs.filter((one) => one !== direct);
    return saidAs(direct, text);
  }

  #coming(text: string): Item | undefined {
    const leaving = this.#items.filter(({ place }) => place === 'leaving');
    const unsure = this.#items.filter(({ place, mayCome }) => place === 'unsure' || mayCome);
    // An extension may have rewritten the one that has just left.
    return [...leaving, ...unsure].find(({ piText }) => piText === text) ?? leaving[0];
  }

  /** What was given back first, then each lane in the order in which it will be heard. */
  #sorted(): Item[] {
    const waiting = LANES.flatMap((lane) => {
      const items = this.#items.filter((item) => item.lane === lane && item.place !== 'returned');
      return items.toSorted((a, b) => rank(a) - rank(b));
    });
    return [...this.#items.filter(({ place }) => place === 'returned'), ...waiting];
  }

  #asQueue(): Queue {
    const items = this.#sorted();
    const lane = (name: Lane): Queued[] =>
      items.filter((item) => item.place !== 'returned' && item.lane === name).map(asQueued);
    return {
      revision: this.#queue.revision + 1,
      steering: lane('steering'),
      followUp: lane('followUp'),
      returned: items.filter(({ place }) => place === 'returned').map(asQueued),
    };
  }
}

export function sizeOf({ text, images }: Pick<Message, 'text' | 'images'>): number {
  return images.reduce((sum, { data = '' }) => sum + data.length, text.length);
}

function isHere(place: Place): boolean {
  return place === 'held' || place === 'failed';
}

function rank({ place }: Item): number {
  return place === 'returned' ? 0 : RANK[place];
}

/** Those that are still listed. Of two with the same text pi removes the first. */
function aligned(known: readonly Item[], texts: readonly string[]): Item[] {
  const kept: Item[] = [];
  const spare = Math.max(known.length - texts.length, 0);
  let at = Math.min(texts.length, known.length) - 1;
  if (spare === 0) return known.filter(({ piText }, i) => piText === texts[i]);
  for (const item of known.toReversed()) {
    if (at < 0 || item.piText !== texts[at]) continue;
    kept.unshift(item);
    at -= 1;
  }
  return kept;
}

function asItem(message: Message, place: Place): Item {
  return {
    ...message,
    place,
    piText: null,
    listedAt: 0,
    isAccepted: false,
    isForeign: false,
    mayCome: false,
  };
}

function asQueued({ id, text, place, error, refs, isForeign, isAccepted }: Item): Queued {
  return {
    id,
    text,
    // What is handed over again after a change was taken care of all the while.
    state: place === 'sending' && isAccepted ? 'held' : STATE[place],
    ...(error !== undefined && { error }),
    ...(refs.length > 0 && { images: refs }),
    ...(isForeign && { isForeign }),
  };
}

function saidAs({ id, text, lane }: { id: string; text: string; lane?: Lane }, piText: string): Said {
  return { id, ...(text !== piText && { text }), ...(lane && { lane }) };
}
