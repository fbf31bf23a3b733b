// The output of one run as a sequence of bytes that only grows. Byte N stays byte N, even when another source holds it.
// The log knows the order of the bytes and the waiting readers; the sources hold the bytes.

/** Bytes that never change and can be read at any offset. */
export interface ByteSource {
  /**
   * Returns at least 1 and at most `max` bytes, starting at byte `from`; both are within what the source holds. Callers
   * must not modify them. Rejects with a Refusal 410 if the bytes no longer exist.
   */
  read: (from: number, max: number) => Promise<Uint8Array> | Uint8Array;
}

export interface ReadOptions {
  /** The first byte to read. It may be past the end. */
  from?: number;
  /** Whether to wait for more output until the run is over. */
  follow?: boolean;
  /** Stops reading without an error. */
  signal?: AbortSignal;
}

/** The `length` bytes at `at` in the log are the bytes at `offset` in `source`. */
interface Piece {
  at: number;
  length: number;
  source: ByteSource;
  offset: number;
}

/** A closed file has to be opened, read, and closed again for each chunk, so its chunks are larger. */
const CHUNK_BYTES = 1024 * 1024;

export class OutputLog {
  #bytes = 0;
  /** `ending`: the run is over, and the rest of its output is still being read. */
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

  /** From now on, reads from `to` instead of `from`. `to` holds the same bytes at the same offsets. */
  move(from: ByteSource, to: ByteSource): void {
    for (const piece of this.#pieces) if (piece.source === from) piece.source = to;
  }

  /** Replaces all sources of a complete log with one that holds all of its bytes. */
  replaceAll(source: ByteSource, length: number): void {
    this.#pieces = [{ at: 0, length, source, offset: 0 }];
    this.#bytes = length;
    this.complete();
  }

  /** Call this when the run is over. Readers wait for output that is still missing, even without `follow`. */
  end(): void {
    if (this.#state === 'running') this.#state = 'ending';
  }

  /** Call this when nothing more will be appended. Readers that have everything end. */
  complete(): void {
    this.#state = 'complete';
    this.#wake();
  }

  /** Ends all readers where they are, and releases all sources. */
  close(): void {
    this.#pieces = [];
    this.complete();
  }

  /**
   * Yields chunks, starting at byte `from`. Each reader pulls its own, so a slow one does not delay the others. Without
   * `follow`, the log of a running tool is read up to its current end.
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

  /** Returns undefined if the bytes moved to another source during the read, or the log was closed. */
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
