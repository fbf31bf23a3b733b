// Sends the events of one agent to all its followers. A follower that is further behind than the log reaches gets a
// snapshot, so a slow page costs no memory.
import type { Block } from '../../../shared/compact-events.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { GoneFrame } from '../../../shared/wire.ts';
import { EventLog } from './event-log.ts';

/** Each follower occupies a socket. A browser needs only one, however many tabs it has. */
const MAX_FOLLOWERS = 64;

export interface FanOutOptions {
  agent: string;
  /** Identifies the page's build; part of every snapshot. */
  build: string;
  view: () => View;
  /** Called when a page starts or stops following. */
  onFollowersChange?: (() => void) | undefined;
}

export interface FollowOptions {
  /** Id of the last event that the follower knows. */
  after?: string | undefined;
  /** Whether to use the compact form of wire.ts. */
  isCompact?: boolean;
}

export interface Follower {
  /** Its agent; absent for other events. */
  readonly agent?: string;
  /** Everything that this follower has not been sent, as frames of the event stream; null if there is nothing. */
  takeUnsent: () => Buffer | null;
  /** Called whenever there is something to send. */
  onReady: (() => void) | null;
  close: () => void;
}

export class FanOut {
  readonly #options: FanOutOptions;
  readonly #followers = new Set<Follower>();
  readonly #log: EventLog;
  #isGone = false;

  constructor(options: FanOutOptions) {
    this.#options = options;
    this.#log = new EventLog(options.agent);
  }

  get followers(): number {
    return this.#followers.size;
  }

  /**
   * Adds a follower. It first gets a snapshot, or, with `after`, a `resumed` frame and the events since then. An
   * unknown id counts as absent. Throws a Refusal 503 if there are too many followers.
   */
  follow({ after, isCompact = false }: FollowOptions = {}): Follower {
    if (this.#followers.size >= MAX_FOLLOWERS) {
      throw new Refusal(503, 'too_many_followers', `${MAX_FOLLOWERS} pages follow this agent: close some.`);
    }
    const log = this.#log;
    let seen = this.#numberOf(after);
    let isGreeted = seen === null;
    let hasEnded = false;
    let block: Block | null = null;

    const takeNext = (): Buffer | null => {
      if (seen === log.last) return null;
      const known = seen;
      seen = log.last;
      if (known === null || !log.isKeptAfter(known)) {
        block = null;
        return this.#snapshotFrame();
      }
      if (!isCompact) return log.framesAfter(known);
      const lines = log.linesAfter(known, block);
      block = lines.block;
      return lines.bytes;
    };

    const follower: Follower = {
      agent: this.#options.agent,
      onReady: null,
      takeUnsent: () => {
        if (!isGreeted) {
          isGreeted = true;
          return this.#resumedFrame(isCompact ? after : undefined);
        }
        const next = takeNext();
        if (next || !this.#isGone || hasEnded) return next;
        hasEnded = true;
        return goneFrame(this.#options.agent, { isEnded: true });
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

  /** Sends the events to each follower in one write. Call this once for all events of one chunk of pi's stdout. */
  send(events: readonly ViewEvent[]): void {
    if (events.length === 0) return;
    this.#log.append(events);
    this.#wake();
  }

  /** Sends all followers a snapshot, because the view was replaced and not folded. */
  sendSnapshot(): void {
    this.#log.clear();
    this.#wake();
  }

  /** Sends the last frame: the agent is gone for good. */
  announceGone(): void {
    this.#isGone = true;
    this.#wake();
  }

  #wake(): void {
    for (const follower of this.#followers) follower.onReady?.();
  }

  #snapshotFrame(): Buffer {
    const { agent, build, view } = this.#options;
    const data = JSON.stringify({ agent, build, view: view() });
    return Buffer.from(`event: snapshot\nid: ${agent}.${this.#log.last}\ndata: ${data}\n\n`);
  }

  /**
   * Tells the page that the stream works, even if the page missed nothing. The compact form counts on from the frame's
   * id.
   */
  #resumedFrame(id: string | undefined): Buffer {
    const data = JSON.stringify({ agent: this.#options.agent });
    return Buffer.from(`event: resumed\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`);
  }

  /**
   * Returns the number of an event after which the stream can resume, otherwise null. Agent ids are never used twice.
   */
  #numberOf(id: string | undefined): number | null {
    const prefix = `${this.#options.agent}.`;
    if (!id?.startsWith(prefix) || !/^\d{1,15}$/.test(id.slice(prefix.length))) return null;
    const seen = Number(id.slice(prefix.length));
    return this.#log.isKeptAfter(seen) ? seen : null;
  }
}

/** Reports a missing agent without ending the stream of the others. */
export function goneFrame(agent: string, { isEnded }: { isEnded: boolean }): Buffer {
  const data: GoneFrame = { agent, ...(isEnded && { isEnded }) };
  return Buffer.from(`event: gone\ndata: ${JSON.stringify(data)}\n\n`);
}
