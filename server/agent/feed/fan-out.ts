// Sends the events of one agent to all its followers. Each event is serialized once, and the last ones are kept for
// followers that are slow or reconnect. One that is further behind gets a snapshot, so a slow page costs no memory.
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';

/** Events and bytes kept for all followers together, so that a page that was briefly offline can resume. */
const MAX_EVENTS = 256;
const MAX_BYTES = 2 * 1024 * 1024;
/** Each occupies a socket. A browser needs one, however many tabs it has. */
const MAX_FOLLOWERS = 64;

export interface FanOutOptions {
  agent: string;
  /** Names the page's build in every snapshot. */
  build: string;
  view: () => View;
  /** A page begins or ends to follow. */
  onFollowersChange?: (() => void) | undefined;
}

export interface Follower {
  /** Everything that this follower has not been sent, as frames of the event stream; null if there is nothing. */
  takeUnsent: () => Buffer | null;
  /** Called whenever there is something to send. */
  onReady: (() => void) | null;
  close: () => void;
}

/** The serialized events of one chunk of pi's stdout. */
interface Frames {
  first: number;
  last: number;
  bytes: Buffer;
}

export class FanOut {
  readonly #options: FanOutOptions;
  readonly #followers = new Set<Follower>();
  /** Numbers of the last event and of the last one that was dropped. */
  #sequence = 0;
  #dropped = 0;
  #kept: Frames[] = [];
  #bytes = 0;
  #isGone = false;

  constructor(options: FanOutOptions) {
    this.#options = options;
  }

  get followers(): number {
    return this.#followers.size;
  }

  /**
   * A follower first gets a snapshot, or, with `after` (the id of the last event that it knows), a `resumed` frame
   * and the events since then. An unknown id counts as absent. Throws a Refusal 503.
   */
  follow(after?: string): Follower {
    if (this.#followers.size >= MAX_FOLLOWERS) {
      throw new Refusal(503, 'too_many_followers', `${MAX_FOLLOWERS} pages follow this agent: close some.`);
    }
    let seen = this.#numberOf(after);
    let isGreeted = seen === null;
    let hasEnded = false;
    const follower: Follower = {
      onReady: null,
      takeUnsent: () => {
        if (!isGreeted) {
          isGreeted = true;
          return this.#resumedFrame();
        }
        const next = this.#framesAfter(seen);
        seen = this.#sequence;
        if (next || !this.#isGone || hasEnded) return next;
        hasEnded = true;
        return goneFrame(this.#options.agent);
      },
      close: () => {
        this.#followers.delete(follower);
        this.#options.onFollowersChange?.();
      },
    };
    this.#followers.add(follower);
    this.#options.onFollowersChange?.();
    return follower;
  }

  /** One buffer for all events of one chunk of pi's stdout. */
  send(events: readonly ViewEvent[]): void {
    if (events.length === 0) return;
    const { agent } = this.#options;
    const first = this.#sequence + 1;
    let text = '';
    for (const event of events) {
      this.#sequence += 1;
      text += `event: message\nid: ${agent}.${this.#sequence}\ndata: ${JSON.stringify({ agent, ...event })}\n\n`;
    }
    this.#retain({ first, last: this.#sequence, bytes: Buffer.from(text) });
    this.#wake();
  }

  /** For a view that was replaced, not folded: all followers get a snapshot. */
  sendSnapshot(): void {
    this.#sequence += 1;
    this.#dropped = this.#sequence;
    this.#kept = [];
    this.#bytes = 0;
    this.#wake();
  }

  /** Sends the last frame: the agent does not come back. */
  announceGone(): void {
    this.#isGone = true;
    this.#wake();
  }

  #retain(frames: Frames): void {
    this.#kept.push(frames);
    this.#bytes += frames.bytes.length;
    while (this.#sequence - this.#dropped > MAX_EVENTS || this.#bytes > MAX_BYTES) {
      const oldest = this.#kept.shift()!;
      this.#bytes -= oldest.bytes.length;
      this.#dropped = oldest.last;
    }
  }

  #wake(): void {
    for (const follower of this.#followers) follower.onReady?.();
  }

  /** The frames after event `seen`; null if the follower knows nothing yet. */
  #framesAfter(seen: number | null): Buffer | null {
    if (seen === this.#sequence) return null;
    if (seen === null || seen < this.#dropped) return this.#snapshotFrame();
    const unseen = this.#kept.filter(({ last }) => last > seen).map((frames) => cutSeen(seen, frames));
    return unseen.length === 1 ? unseen[0]! : Buffer.concat(unseen);
  }

  #snapshotFrame(): Buffer {
    const { agent, build, view } = this.#options;
    const data = JSON.stringify({ agent, build, view: view() });
    return Buffer.from(`event: snapshot\nid: ${agent}.${this.#sequence}\ndata: ${data}\n\n`);
  }

  /** Tells the page that the stream works, even if it missed nothing. */
  #resumedFrame(): Buffer {
    return Buffer.from(`event: resumed\ndata: ${JSON.stringify({ agent: this.#options.agent })}\n\n`);
  }

  /** The number of an event after which the stream can resume, otherwise null. Agent ids are never used twice. */
  #numberOf(id: string | undefined): number | null {
    const prefix = `${this.#options.agent}.`;
    if (!id?.startsWith(prefix) || !/^\d{1,15}$/.test(id.slice(prefix.length))) return null;
    const seen = Number(id.slice(prefix.length));
    return seen >= this.#dropped && seen <= this.#sequence ? seen : null;
  }
}

/** Reports a missing agent without ending the stream of the others. */
export function goneFrame(agent: string): Buffer {
  return Buffer.from(`event: gone\ndata: ${JSON.stringify({ agent })}\n\n`);
}

/** A page may have seen only some events of a chunk. A frame contains no empty line except its last. */
function cutSeen(seen: number, { first, bytes }: Frames): Buffer {
  let start = 0;
  for (let number = first; number <= seen; number++) start = bytes.indexOf('\n\n', start) + 2;
  return start === 0 ? bytes : bytes.subarray(start);
}
