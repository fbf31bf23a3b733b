// Streams the bytes of one run from the server into a sink. After a break it resumes at the byte it reached, it closes
// the connection while nobody looks, and it waits while the sink is busy. It neither decodes nor keeps anything.
import { ApiError } from '../../lib/requests/api.ts';
import { backOff, pause } from '../../lib/requests/pause.ts';
import { inTurn } from '../../lib/requests/turns.ts';
import { skipPartialLine, type OutputRoute } from './output-lines.ts';

export interface OutputSink {
  write: (bytes: Uint8Array) => void;
  /** True while the sink has more than enough to draw. */
  readonly isFull: boolean;
  /** Resolves when there is room again. */
  drained: () => Promise<void>;
}

/** `complete` (the sink has every byte) and `lost` (the server does not have this output) are final. */
export type FollowState = 'reading' | 'reconnecting' | 'complete' | 'lost';

export interface FollowOptions extends OutputRoute {
  /** The first byte to read. Unless it is 0, the rest of the line that it falls into is skipped, up to a bound. */
  from: number;
  /** The byte to stop before; default: everything there is and will be. */
  until?: number;
  /** `onReach` is called once, between the byte before `at` and the byte at `at`. */
  mark?: { at: number; onReach: () => void };
  sink: OutputSink;
  onState: (state: FollowState) => void;
  /** Waits after this many failures in a row, or until the signal aborts. */
  wait?: (failures: number, signal: AbortSignal) => Promise<void>;
}

/** Per chunk. A partial line that is longer is shown without its beginning. */
const MAX_SKIPPED_BYTES = 16 * 1024;

export class OutputFollower {
  readonly #options: FollowOptions;
  #position: number;
  #isMidLine: boolean;
  #mark: FollowOptions['mark'];
  #isOver = false;
  #reading: AbortController | null = null;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#position = options.from;
    this.#isMidLine = options.from > 0;
    this.#mark = options.mark;
  }

  /** The next byte to read. */
  get position(): number {
    return this.#position;
  }

  /** Reads on from the byte it reached. Does nothing while it reads, or after the end. */
  resume(): void {
    if (this.#reading || this.#isOver) return;
    this.#reading = new AbortController();
    void this.#run(this.#reading.signal);
  }

  /** Closes the connection until the next `resume`. */
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
        if (end === 'finished') return this.#finish('complete');
      } catch (error) {
        if (signal.aborted) return;
        if (isFinal(error)) return this.#finish('lost');
        failures += 1;
        this.#options.onState('reconnecting');
        await (this.#options.wait ?? wait)(failures, signal);
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
      this.#deliver(wanted);
      if (this.#position >= until) return reader.cancel();
      if (sink.isFull) await sink.drained();
    }
  }

  #deliver(bytes: Uint8Array): void {
    const { sink } = this.#options;
    const rest = this.#isMidLine ? skipPartialLine(bytes, MAX_SKIPPED_BYTES) : bytes;
    if (rest.length > 0 || bytes.at(-1) === 0x0a) this.#isMidLine = false;
    if (rest.length === 0) return;
    const mark = this.#mark;
    const beforeMark = Math.max(0, (mark?.at ?? Infinity) - (this.#position - rest.length));
    if (!mark || beforeMark > rest.length) return sink.write(rest);
    this.#mark = undefined;
    sink.write(rest.subarray(0, beforeMark));
    mark.onReach();
    sink.write(rest.subarray(beforeMark));
  }

  #finish(state: FollowState): void {
    this.#isOver = true;
    this.#reading = null;
    this.#options.onState(state);
  }
}

/** The server answered, and would answer the same again. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

const wait = (failures: number, signal: AbortSignal): Promise<void> => pause(backOff(failures), signal);
