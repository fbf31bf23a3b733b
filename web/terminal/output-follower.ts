// The bytes of one run, from the server to a sink: resumed from the byte reached after every break, let go of
// while nobody looks, held back while the sink is busy. It decodes and keeps nothing.
import { ApiError, type RequestOptions } from '../lib/api.ts';
import { inTurn } from '../lib/turns.ts';
import { fromNextLine } from './line-feeds.ts';

export interface OutputSink {
  write(bytes: Uint8Array): void;
  /** True while enough waits to be drawn. */
  readonly isFull: boolean;
  /** Resolves when there is room again. */
  drained(): Promise<void>;
}

/** `complete` is said once all bytes were given to the sink; `lost` is final too: the server has no such output. */
export type FollowState = 'reading' | 'reconnecting' | 'complete' | 'lost';

export interface FollowOptions {
  api: { fetch(path: string, options: RequestOptions): Promise<Response> };
  /** `api/agents/ID/calls/CALL/output` */
  path: string;
  /** The first byte that is wanted. After 0 the first line is left out: it is most likely cut. Of a very long one the rest is shown. */
  from: number;
  /** Nothing is wanted from this byte on; default: all there is and will be. */
  until?: number;
  sink: OutputSink;
  onState: (state: FollowState) => void;
  /** Waits before attempt `failures` (1, 2, ...); rejects when aborted. */
  pause?: (failures: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** Of a chunk; a line that goes on behind that is shown, although its beginning is missing. */
const MOST_LEFT_OUT = 16 * 1024;

export class OutputFollower {
  readonly #options: FollowOptions;
  #position: number;
  #isMidLine: boolean;
  #isOver = false;
  #reading: AbortController | null = null;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#position = options.from;
    this.#isMidLine = options.from > 0;
  }

  /** The byte that is read next. */
  get position(): number {
    return this.#position;
  }

  /** Reads on from the byte reached. Without effect while it reads, or when there is nothing more. */
  resume(): void {
    if (this.#reading || this.#isOver) return;
    this.#reading = new AbortController();
    void this.#run(this.#reading.signal);
  }

  /** Lets go of the connection; `resume` goes on from here. Also the end of it. */
  pause(): void {
    this.#reading?.abort();
    this.#reading = null;
  }

  async #run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const end = await inTurn({ signal }, (turn) => this.#read(turn, () => (failures = 0)));
        if (signal.aborted) return;
        if (end === 'finished') return this.#end('complete');
      } catch (error) {
        if (signal.aborted) return;
        if (isFinal(error)) return this.#end('lost');
        failures += 1;
        this.#options.onState('reconnecting');
        await (this.#options.pause ?? pause)(failures, signal).catch(() => undefined);
      }
    }
  }

  async #read(signal: AbortSignal, onBytes: () => void): Promise<void> {
    const { api, path, until = Infinity, sink, onState } = this.#options;
    const response = await api.fetch(`${path}?from=${this.#position}&follow=1`, { signal });
    onState('reading');
    const reader = response.body!.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      onBytes();
      const wanted = value.subarray(0, until - this.#position);
      this.#position += wanted.length;
      this.#hand(wanted);
      if (this.#position >= until) return reader.cancel();
      if (sink.isFull) await sink.drained();
    }
  }

  #hand(bytes: Uint8Array): void {
    const whole = this.#isMidLine ? fromNextLine(bytes, MOST_LEFT_OUT) : bytes;
    if (whole.length > 0 || bytes.at(-1) === 0x0a) this.#isMidLine = false;
    if (whole.length > 0) this.#options.sink.write(whole);
  }

  #end(state: FollowState): void {
    this.#isOver = true;
    this.#reading = null;
    this.#options.onState(state);
  }
}

/** The server answered, and would answer the same again. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

function pause(failures: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('No longer wanted'));
    });
  });
}
