// Everybody who follows one agent. An event is written out once, whoever listens, and the last ones are kept for
// those who are slow or come back; who is further behind gets a new picture, so that a slow page can hurt nobody.
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';

/** What is kept: a page that was cut off for a moment goes on where it was; for all followers together. */
const MAX_EVENTS = 256;
const MAX_BYTES = 2 * 1024 * 1024;
/** Each holds a socket. A browser needs one, however many tabs it has. */
const MAX_FOLLOWERS = 64;

export interface FanOutOptions {
  agent: string;
  /** Names the page's build in every snapshot. */
  build: string;
  view: () => View;
}

/** Takes what there is to send. `take` gives all of it; each event once. */
export interface Follower {
  take(): Buffer | null;
  /** Called whenever there is something to take. */
  onReady: (() => void) | null;
  close(): void;
}

/** The events of one chunk of pi's stdout, written out. */
interface Frames {
  first: number;
  last: number;
  bytes: Buffer;
}

export class FanOut {
  readonly #options: FanOutOptions;
  readonly #followers = new Set<Follower>();
  /** Number of the last event, and of the last one that is no longer kept. */
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
   * The first thing that a follower takes is the view as it is now, or, with `after` (the id of the last event that
   * it knows), the word `resumed` and what came since. An id that says nothing to us is none. Throws a Refusal 503.
   */
  follow(after?: string): Follower {
    if (this.#followers.size >= MAX_FOLLOWERS) {
      throw new Refusal(503, 'too_many_followers', `${MAX_FOLLOWERS} pages follow this agent: close some.`);
    }
    let seen = this.#numberOf(after);
    let isGreeted = seen === null;
    let isTold = false;
    const follower: Follower = {
      onReady: null,
      take: () => {
        if (!isGreeted) {
          isGreeted = true;
          return this.#resumed();
        }
        const next = this.#after(seen);
        seen = this.#sequence;
        if (next || !this.#isGone || isTold) return next;
        isTold = true;
        return goneFrame(this.#options.agent);
      },
      close: () => this.#followers.delete(follower),
    };
    this.#followers.add(follower);
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
    this.#keep({ first, last: this.#sequence, bytes: Buffer.from(text) });
    this.#wake();
  }

  /** The view was replaced, not folded on: everybody gets it whole. */
  sendSnapshot(): void {
    this.#sequence += 1;
    this.#dropped = this.#sequence;
    this.#kept = [];
    this.#bytes = 0;
    this.#wake();
  }

  /** The agent is no longer there: the last thing that its followers hear. */
  announceGone(): void {
    this.#isGone = true;
    this.#wake();
  }

  #keep(frames: Frames): void {
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

  /** What follows on event `seen`; null: nothing is known yet. */
  #after(seen: number | null): Buffer | null {
    if (seen === this.#sequence) return null;
    if (seen === null || seen < this.#dropped) return this.#snapshot();
    const unseen = this.#kept.filter(({ last }) => last > seen).map((frames) => since(seen, frames));
    return unseen.length === 1 ? unseen[0]! : Buffer.concat(unseen);
  }

  #snapshot(): Buffer {
    const { agent, build, view } = this.#options;
    const data = JSON.stringify({ agent, build, view: view() });
    return Buffer.from(`event: snapshot\nid: ${agent}.${this.#sequence}\ndata: ${data}\n\n`);
  }

  /** Says that the stream is there, also when nothing was missed. */
  #resumed(): Buffer {
    return Buffer.from(`event: resumed\ndata: ${JSON.stringify({ agent: this.#options.agent })}\n\n`);
  }

  /** Of an id that can be resumed from; of all others, null. The id of an agent is never used twice. */
  #numberOf(id: string | undefined): number | null {
    const prefix = `${this.#options.agent}.`;
    if (!id?.startsWith(prefix) || !/^\d{1,15}$/.test(id.slice(prefix.length))) return null;
    const seen = Number(id.slice(prefix.length));
    return seen >= this.#dropped && seen <= this.#sequence ? seen : null;
  }
}

/** Said of an agent that the server does not know (any more), so that one of them does not end the others' stream. */
export function goneFrame(agent: string): Buffer {
  return Buffer.from(`event: gone\ndata: ${JSON.stringify({ agent })}\n\n`);
}

/** A page may have seen only some of the events that came in one chunk. A frame holds no empty line but its last. */
function since(seen: number, { first, bytes }: Frames): Buffer {
  let start = 0;
  for (let number = first; number <= seen; number++) start = bytes.indexOf('\n\n', start) + 2;
  return start === 0 ? bytes : bytes.subarray(start);
}
