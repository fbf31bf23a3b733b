// Stage 4 of the event stream: delivers the frames of one agent in order and exactly once, no matter which tab received
// them. It fetches missing frames itself.
import { ApiError } from '../lib/requests/api.ts';
import { backOff, pause } from '../lib/requests/pause.ts';
import { agentOf } from './event-stream.ts';
import type { Frame } from '../../shared/compact-events.ts';
import type { GoneFrame } from '../../shared/wire.ts';

/** How many frames may wait behind a gap. If there are more, it is cheaper to fetch them again. */
const MAX_WAITING = 1024;

export interface FrameOrderOptions {
  agent: string;
  /** Fetches the existing frames after the one with this id, or a snapshot if the id is undefined. */
  fetchAfter: (id: string | undefined, signal: AbortSignal) => Promise<Frame[]>;
  /** Called with snapshots and messages, in order. */
  onFrame: (frame: Frame) => void;
  /** Called once, when the server does not have the agent (any more). `isEnded`: whether a user has ended it. */
  onGone: (gone: { isEnded: boolean }) => void;
  /** Called when `isComplete` may have changed. */
  onChange?: () => void;
}

export class FrameOrder {
  readonly agent: string;
  readonly #options: FrameOrderOptions;
  readonly #closed = new AbortController();
  /** The number of the last delivered frame. Null before the first one. */
  #last: number | null = null;
  /** Frames that wait until the gap before them is filled. */
  #waiting: Frame[] = [];
  #isFetching = false;
  #isGone = false;

  constructor(options: FrameOrderOptions) {
    this.agent = options.agent;
    this.#options = options;
  }

  /** The id of the last delivered frame. */
  get position(): string | undefined {
    return this.#last === null ? undefined : `${this.agent}.${this.#last}`;
  }

  /** Whether no frame is known to be missing. */
  get isComplete(): boolean {
    return this.#last !== null && !this.#isFetching && this.#waiting.length === 0;
  }

  /** Delivers the frame, or stores it until the missing frames before it arrive. Ignores frames of other agents. */
  accept(frame: Frame): void {
    if (this.#closed.signal.aborted || agentOf(frame) !== this.agent) return;
    const before = this.isComplete;
    this.#accept(frame);
    if (this.isComplete !== before) this.#options.onChange?.();
  }

  /** Fetches the frames after the last delivered one. Repeats the request until it succeeds. */
  async catchUp(): Promise<void> {
    const { signal } = this.#closed;
    if (this.#isFetching || signal.aborted || this.#isGone) return;
    this.#isFetching = true;
    this.#options.onChange?.();
    for (let failures = 1; !signal.aborted && !this.#isGone; failures++) {
      try {
        const before = this.#last;
        const frames = await this.#options.fetchAfter(this.position, signal);
        for (const frame of frames) this.#accept(frame);
        if (this.#last !== before || this.#waiting.length === 0) break;
        // The server does not have the missing frames yet. Without a pause, the loop would never rest.
        await pause(backOff(failures), signal);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) this.#onGone(false);
        else await pause(backOff(failures), signal);
      }
    }
    this.#isFetching = false;
    this.#acceptWaiting();
    this.#options.onChange?.();
  }

  close(): void {
    this.#closed.abort();
  }

  #accept(frame: Frame): void {
    if (frame.kind === 'gone') return this.#onGone(Boolean((JSON.parse(frame.data) as GoneFrame).isEnded));
    if (frame.kind === 'resumed') return;
    const number = numberOf(frame);
    if (this.#last !== null && number <= this.#last) return;
    // A merged frame that repeats some delivered messages cannot be split, so it counts as a gap.
    if (frame.kind === 'snapshot' || (frame.first ?? number) === (this.#last ?? NaN) + 1) {
      this.#last = number;
      this.#options.onFrame(frame);
      this.#acceptWaiting();
    } else {
      if (this.#waiting.length >= MAX_WAITING) this.#waiting = [];
      this.#waiting.push(frame);
      void this.catchUp();
    }
  }

  #acceptWaiting(): void {
    if (this.#isFetching || this.#last === null) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const frame of waiting) this.#accept(frame);
  }

  #onGone(isEnded: boolean): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#options.onGone({ isEnded });
  }
}

function numberOf({ id }: Frame): number {
  return Number(id.slice(id.lastIndexOf('.') + 1));
}
