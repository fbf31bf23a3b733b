// The frames of one agent, as one page wants them: in order, each once, none missing, from wherever they come.
// What is missing it asks the server for itself, by the id of the last frame that it has.
import { ApiError } from '../lib/api.ts';
import { agentOf } from './stream-pump.ts';
import type { Frame } from './event-stream.ts';

/** More than this waiting behind a gap is cheaper to ask for again. */
const MAX_WAITING = 1024;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;

export interface FrameOrderOptions {
  agent: string;
  /** What the server has after this id (undefined: all of it), until there is no more for now. */
  ask: (after: string | undefined, signal: AbortSignal) => Promise<Frame[]>;
  /** Snapshots and messages, in order. */
  onFrame: (frame: Frame) => void;
  /** The server has no such agent (any more). Said once. */
  onGone: () => void;
  /** It began or ended to miss something. */
  onChange?: () => void;
}

export class FrameOrder {
  readonly agent: string;
  readonly #options: FrameOrderOptions;
  readonly #over = new AbortController();
  /** Number of the last frame; null: nothing is known yet. */
  #seen: number | null = null;
  #waiting: Frame[] = [];
  #isAsking = false;
  #isGone = false;

  constructor(options: FrameOrderOptions) {
    this.agent = options.agent;
    this.#options = options;
  }

  /** Id of the last frame that was handed on. */
  get position(): string | undefined {
    return this.#seen === null ? undefined : `${this.agent}.${this.#seen}`;
  }

  /** Nothing that is known of is missing. */
  get isComplete(): boolean {
    return this.#seen !== null && !this.#isAsking && this.#waiting.length === 0;
  }

  /** Frames of other agents are not for this page. */
  take(frame: Frame): void {
    if (this.#over.signal.aborted || agentOf(frame) !== this.agent) return;
    const before = this.isComplete;
    this.#take(frame);
    if (this.isComplete !== before) this.#options.onChange?.();
  }

  /** Asks the server for whatever came after the last frame, until it has answered. */
  async catchUp(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#options.onChange?.();
    for (let failures = 1; !this.#over.signal.aborted && !this.#isGone; failures++) {
      try {
        const before = this.#seen;
        const frames = await this.#options.ask(this.position, this.#over.signal);
        for (const frame of frames) this.#take(frame);
        // A server that does not have what is missing is not asked in a loop.
        if (this.#seen !== before || this.#waiting.length === 0) break;
        await this.#pause(failures);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) this.#lose();
        else await this.#pause(failures);
      }
    }
    this.#isAsking = false;
    this.#takeWaiting();
    this.#options.onChange?.();
  }

  close(): void {
    this.#over.abort();
  }

  #take(frame: Frame): void {
    if (frame.kind === 'gone') return this.#lose();
    if (frame.kind === 'resumed') return;
    const number = numberOf(frame);
    if (this.#seen !== null && number <= this.#seen) return;
    if (frame.kind === 'snapshot' || number === (this.#seen ?? NaN) + 1) {
      this.#seen = number;
      this.#options.onFrame(frame);
      this.#takeWaiting();
    } else {
      this.#wait(frame);
    }
  }

  #wait(frame: Frame): void {
    if (this.#waiting.length >= MAX_WAITING) this.#waiting = [];
    this.#waiting.push(frame);
    void this.catchUp();
  }

  #takeWaiting(): void {
    if (this.#isAsking || this.#seen === null) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const frame of waiting) this.#take(frame);
  }

  #lose(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#options.onGone();
  }

  #pause(failures: number): Promise<void> {
    const ms = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#over.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

function numberOf({ id }: Frame): number {
  return Number(id.slice(id.lastIndexOf('.') + 1));
}
