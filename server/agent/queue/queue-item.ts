// One message that waits or was given back: where it is, and what a page is told of it.
import type { ImageContent } from '../../../shared/pi/messages.ts';
import { LANES, type Lane, type Queued, type QueuedState } from '../../../shared/view/queue.ts';

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

/** Without a lane it can only begin a run. */
export type NewMessage = Omit<Message, 'lane'> & { lane?: Lane | undefined };

/**
 * `sending`: pi was asked to take it. `listed`: pi says that it waits. `leaving`: pi's list has it no more; its message
 * follows, or the answer that gives it back. `unsure`: given back, but pi may have begun to deliver it before.
 * `held`: here, and nowhere else. `failed`: pi refused what had been accepted. `returned`: for the person to take.
 */
export type Place = 'sending' | 'listed' | 'leaving' | 'unsure' | 'held' | 'failed' | 'returned';

export interface Item extends Message {
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

/** Within a lane. */
const RANK: Record<Place, number> = {
  returned: 0,
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

export function asItem(message: Message, place: Place): Item {
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

export function asQueued({ id, text, place, error, refs, isForeign, isAccepted }: Item): Queued {
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

/** Characters, pictures as base64. */
export function sizeOf({ text, images }: Pick<Message, 'text' | 'images'>): number {
  return images.reduce((sum, { data = '' }) => sum + data.length, text.length);
}

/** With the panel and nowhere else, to be handed over. */
export function isHere(place: Place): boolean {
  return place === 'held' || place === 'failed';
}

/** What was given back first, then each lane in the order in which it will be heard. */
export function inOrder(items: readonly Item[]): Item[] {
  const waiting = LANES.flatMap((lane) =>
    items
      .filter((item) => item.lane === lane && item.place !== 'returned')
      .toSorted((a, b) => RANK[a.place] - RANK[b.place]),
  );
  return [...items.filter(({ place }) => place === 'returned'), ...waiting];
}
