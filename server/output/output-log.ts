// The output of one run as a sequence of bytes that only grows: byte N stays byte N, whichever source holds it.
// It owns the order and the waiting readers, not the bytes.

/** Bytes that never change and can be read at any offset. */
export interface ByteSource {
  /**
   * From 1 to `max` bytes from `from` on; both are within what the source holds. Callers must not change them.
   * Rejects with a Refusal (410) when they no longer exist.
   */
  read: (from: number, max: number) => Promise<Uint8Array> | Uint8Array;
}

export interface ReadOptions {
  /** The first byte to read, 0 or more; it may be past the end. */
  from?: number;
  /** Stay until the run is over and everything was delivered. */
  follow?: boolean;
  /** Ends the reading without an error. */
  signal?: AbortSignal;
}

/** `length` bytes of the log, from `at` on, are those of `source` from `offset` on. */
interface Piece {
  at: number;
  length: number;
  source: ByteSource;
  offset: number;
}

/** A closed file is opened, read, and closed again for each chunk. */
const CHUNK_BYTES = 1024 * 1024;

export class OutputLog {
  #bytes = 0;
  /** Ending: the run is over, and the rest of its output is still being read. */
  #state: 'running' | 'ending' | 'complete' = 'running';
  #pieces: Piece[] = [];
  readonly #waiting = new Set<() => void>();

  get bytes(): number {
    return this.#bytes;
  }

  get isComplete(): boolean {
    return this.#state === 'complete';
  }

  /** Appends `length` bytes that `source` holds from `offset` on. */
  grow(source: ByteSource, offset: number, length: number): void {
    if (length <= 0) return;
    const last = this.#pieces.at(-1);
    if (last?.source === source && last.offset + last.length === offset) last.length += length;
    else this.#pieces.push({ at: this.#bytes, length, source, offset });
    this.#bytes += length;
    this.#wake();
  }

  /** From now on the bytes of `from` are read from `to`, which holds the same ones at the same offsets. */
  move(from: ByteSource, to: ByteSource): void {
    for (const piece of this.#pieces) if (piece.source === from) piece.source = to;
  }

  /** The log is complete, and `source` holds all of it. */
  replaceAll(source: ByteSource, length: number): void {
    this.#pieces = [{ at: 0, length, source, offset: 0 }];
    this.#bytes = length;
    this.complete();
  }

  /** The run is over: readers that start now get all of it, and wait for what is still missing. */
  end(): void {
    if (this.#state === 'running') this.#state = 'ending';
  }

  /** Nothing more will be appended: readers that have everything are done. */
  complete(): void {
    this.#state = 'complete';
    this.#wake();
  }

  /** Releases all sources; readers end where they are. */
  close(): void {
    this.#pieces = [];
    this.complete();
  }

  /**
   * Chunks from byte `from` on, pulled one by one, so that a slow reader delays nobody else. Without `follow`, a log
   * that is still running is read up to its present end.
   */
  async *read({ from = 0, follow = false, signal }: ReadOptions = {}): AsyncGenerator<
    Uint8Array,
    void,
    void
  > {
    const until = follow || this.#state !== 'running' ? Infinity : this.#bytes;
    let at = from;
    while (at < until && !signal?.aborted) {
      const piece = this.#pieceAt(at);
      if (piece) {
        const chunk = await this.#readPiece(piece, at);
        if (!chunk) continue;
        yield chunk;
        at += chunk.length;
      } else if (this.#state === 'complete') {
        return;
      } else {
        await this.#waitForGrowth(signal);
      }
    }
  }

  /** Undefined when the bytes were moved to another source during the read, or the log was closed. */
  async #readPiece(piece: Piece, at: number): Promise<Uint8Array | undefined> {
    const { source, offset, length } = piece;
    const skip = at - piece.at;
    try {
      return await source.read(offset + skip, Math.min(CHUNK_BYTES, length - skip));
    } catch (error) {
      if (piece.source !== source || !this.#pieces.includes(piece)) return undefined;
      throw error;
    }
  }

  #pieceAt(at: number): Piece | undefined {
    return this.#pieces.findLast((piece) => at >= piece.at && at < piece.at + piece.length);
  }

  #waitForGrowth(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
