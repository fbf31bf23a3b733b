// Streams the bytes of one run from the server into a sink. After a lost connection it resumes at the next byte. It
// waits while the sink is full, and its owner pauses it while the output is out of view. It neither decodes nor stores
// any bytes.
import { isPermanent } from '../../lib/requests/api.ts';
import { backOff, pause } from '../../lib/requests/pause.ts';
import { inTurn } from '../../lib/requests/turns.ts';
import { skipPartialLine } from './output-lines.ts';
import type { OutputRoute } from './run-addresses.ts';

export interface OutputSink {
  write: (bytes: Uint8Array) => void;
  /** Whether the sink has enough bytes to draw and wants no more. */
  readonly isFull: boolean;
  /** Resolves when the sink wants bytes again. */
  whenDrained: () => Promise<void>;
}

/** `complete` (the sink has every byte) and `lost` (the server no longer has this output) are final. */
export type FollowState = 'reading' | 'reconnecting' | 'complete' | 'lost';

export interface FollowOptions extends OutputRoute {
  /** The first byte to read. Unless it is 0, the rest of the line that contains it is skipped, up to a limit. */
  from: number;
  /** The byte before which to stop. Without it, the follower reads to the end of the run. */
  until?: number;
  /** `onReach` is called once, after everything before byte `at` has been written. */
  mark?: { at: number; onReach: () => void };
  sink: OutputSink;
  onState: (state: FollowState) => void;
  /** Resolves when it is time for the next attempt after `failures` failures in a row, or when the signal aborts. */
  wait?: (failures: number, signal: AbortSignal) => Promise<void>;
}

/** The most bytes of a partial line that are skipped. A longer line is shown without its beginning. */
const MAX_SKIPPED_BYTES = 16 * 1024;

export class OutputFollower {
  readonly #options: FollowOptions;
  #position: number;
  /** True until the first whole line begins, which is the first one that the sink gets. */
  #isSkipping: boolean;
  #skippedBytes = 0;
  #mark: FollowOptions['mark'];
  #isOver = false;
  #reading: AbortController | null = null;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#position = options.from;
    this.#isSkipping = options.from > 0;
    this.#mark = options.mark;
  }

  /** The next byte to read. */
  get position(): number {
    return this.#position;
  }

  /** Starts or continues reading. Does nothing while reading, or after the end. */
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
        const outcome = await inTurn({ signal }, (turn) => this.#read(turn, () => (failures = 0)));
        if (signal.aborted) return;
        if (outcome === 'finished') return this.#finish('complete');
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof SinkError) {
          this.#finish('lost');
          throw error;
        }
        if (isPermanent(error)) return this.#finish('lost');
        failures += 1;
        this.#options.onState('reconnecting');
        await (this.#options.wait ?? wait)(failures, signal);
      }
    }
  }

  async #read(signal: AbortSignal, onBytes: () => void): Promise<void> {
    const { api, path, until = Infinity, sink, onState } = this.#options;
    if (this.#position >= until) return;
    const response = await api.fetch(`${path}?from=${this.#position}&follow=1`, { signal });
    onState('reading');
    const reader = response.body!.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      onBytes();
      const bytes = value.subarray(0, until - this.#position);
      this.#position += bytes.length;
      this.#deliver(bytes);
      if (this.#position >= until) return reader.cancel();
      if (sink.isFull) await sink.whenDrained();
    }
  }

  /** @throws SinkError */
  #deliver(bytes: Uint8Array): void {
    try {
      this.#write(this.#isSkipping ? this.#skipPartialLine(bytes) : bytes);
    } catch (error) {
      throw new SinkError('The sink failed', { cause: error });
    }
  }

  #skipPartialLine(bytes: Uint8Array): Uint8Array {
    const rest = skipPartialLine(bytes, Math.max(0, MAX_SKIPPED_BYTES - this.#skippedBytes));
    this.#skippedBytes += bytes.length - rest.length;
    this.#isSkipping = rest.length === 0 && bytes.at(-1) !== 0x0a;
    return rest;
  }

  /** Writes the bytes that end at the current position. */
  #write(bytes: Uint8Array): void {
    const { sink } = this.#options;
    if (bytes.length === 0) return;
    const mark = this.#mark;
    const beforeMark = Math.max(0, (mark?.at ?? Infinity) - (this.#position - bytes.length));
    if (!mark || beforeMark > bytes.length) return sink.write(bytes);
    this.#mark = undefined;
    sink.write(bytes.subarray(0, beforeMark));
    mark.onReach();
    sink.write(bytes.subarray(beforeMark));
  }

  #finish(state: FollowState): void {
    this.#isOver = true;
    this.#reading = null;
    this.#options.onState(state);
  }
}

/** Marks an error in our own code, which no new connection can repair. */
class SinkError extends Error {}

const wait = (failures: number, signal: AbortSignal): Promise<void> => pause(backOff(failures), signal);
