// One message of the queue: what it carries, where it is, and how a page sees it.
import type { ImageContent } from '../../../shared/pi/messages.ts';
import type { Lane, Queued, QueuedSession, QueuedState } from '../../../shared/view/queue.ts';

/** A message from the user with everything that it carries. */
export interface Message {
  id: string;
  /** The text as the user typed it. */
  text: string;
  lane: Lane;
  /** The images with their bytes, for pi. */
  images: ImageContent[];
  /** The same images as references, for the views. */
  refs: ImageContent[];
  /** When the panel received it, in ms since 1970. */
  at: number;
  /** Its session, set for a returned message once pi has left that session. */
  session?: QueuedSession | undefined;
}

/** Without a lane, a message can only start a run. */
export type NewMessage = Omit<Message, 'lane'> & { lane?: Lane | undefined };

/**
 * - `running`: an extension's command that pi runs now.
 * - `sending`: sent to pi, which has not answered yet.
 * - `listed`: in pi's list.
 * - `leaving`: no longer in pi's list. pi is about to deliver it or to give it back.
 * - `unsure`: given back, but pi may have started to deliver it before that.
 * - `held`: only the panel has it, and sends it later.
 * - `failed`: pi refused it after the panel had accepted it.
 * - `returned`: not delivered; waits for the user to take it back.
 */
export type Place = 'running' | 'sending' | 'listed' | 'leaving' | 'unsure' | 'held' | 'failed' | 'returned';

export interface Item extends Message {
  place: Place;
  /** The text in pi's list, once pi has listed the message. Templates are expanded there. */
  piText: string | null;
  /** Position among all messages that pi has ever listed. */
  listedAt: number;
  /** Whether the sender knows that the message is accepted. */
  isAccepted: boolean;
  /**
   * Whether it is on disk, so that the next panel finds it even if this one is killed, or the user was told that the disk
   * does not take it. Until then its sender keeps it.
   */
  isSaved: boolean;
  /** Whether an extension queued it. */
  isForeign: boolean;
  /** Whether it is an extension's command that ran at least in part. */
  isCommand: boolean;
  /** Whether it was returned although pi may have started to deliver it first. */
  mayBeDelivered: boolean;
  error?: string;
}

const STATE: Record<Place, QueuedState> = {
  running: 'running',
  leaving: 'waiting',
  listed: 'waiting',
  unsure: 'held',
  held: 'held',
  sending: 'sending',
  failed: 'failed',
  returned: 'held',
};

/** Whether only the panel has the message, and sends it later. */
export function isWithPanel(place: Place | undefined): boolean {
  return place === 'held' || place === 'failed';
}

/** Returns the number of characters, with the images as base64. */
export function sizeOf({ text, images }: Pick<Message, 'text' | 'images'>): number {
  return images.reduce((sum, { data = '' }) => sum + data.length, text.length);
}

export function createItem(message: Message, place: Place): Item {
  return {
    ...message,
    place,
    piText: null,
    listedAt: 0,
    isAccepted: false,
    isSaved: false,
    isForeign: false,
    isCommand: false,
    mayBeDelivered: false,
  };
}

export function toQueued(item: Item): Queued {
  const { id, text, place, error, refs, at, isForeign, session } = item;
  return {
    id,
    text,
    state: stateOf(item),
    ...(error !== undefined && { error }),
    ...(refs.length > 0 && { images: refs }),
    ...(isForeign && { isForeign }),
    ...(session && { session }),
    ...(place === 'running' && { startedAt: at }),
  };
}

/** Returns the state for pages. A page treats every state except `sending` as accepted, and clears its composer. */
function stateOf({ place, isAccepted, isForeign, isSaved }: Item): QueuedState {
  if (place === 'running' || place === 'failed' || isForeign) return STATE[place];
  if (!isSaved) return 'sending';
  // The panel keeps an accepted message while it sends it to pi again after a change.
  return place === 'sending' && isAccepted ? 'held' : STATE[place];
}
