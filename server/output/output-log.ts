// The output of one run as one line of bytes that only ever grows: byte N stays byte N, whatever keeps it.
// It owns the order and the waiting readers; the bytes themselves are with its sources.
import type { ByteSource } from './byte-source.ts';

export interface ReadOptions {
  /** First byte wanted, 0 or more; past the end is allowed. */
  from?: number;
  /** Stay until the run is over and everything was delivered. */
  follow?: boolean;
  /** Ends the reading, without an error. */
  signal?: AbortSignal;
}

/** Where `length` bytes of the log, from `at` on, are kept: in `source` from `offset` on. */
interface Piece {
  at: number;
  length: number;
  source: ByteSource;
  offset: number;
}

/** A file is opened, read and closed for each of them. */
const CHUNK_BYTES = 1024 * 1024;

export class OutputLog {
  #bytes = 0;
  /** Ending: the run is over, and what it left behind is still being taken in. */
  #state: 'running' | 'ending' | 'complete' = 'running';
  #pieces: Piece[] = [];
  #waiting = new Set<() => void>();

  get bytes(): number {
    return this.#bytes;
  }

  get isComplete(): boolean {
    return this.#state === 'complete';
  }

  /** The log grows by `length` bytes that `source` holds from `offset` on. */
  grow(source: ByteSource, offset: number, length: number): void {
    if (length <= 0) return;
    const last = this.#pieces.at(-1);
    if (last?.source === source && last.offset + last.length === offset) last.length += length;
    else this.#pieces.push({ at: this.#bytes, length, source, offset });
    this.#bytes += length;
    this.#wake();
  }

  /** The same bytes are from now on read from elsewhere, at the same offsets. */
  move(from: ByteSource, to: ByteSource): void {
    for (const piece of this.#pieces) if (piece.source === from) piece.source = to;
  }

  /** The run is over: whoever reads from now on gets all of it, and waits for what is not here yet. */
  end(): void {
    if (this.#state === 'running') this.#state = 'ending';
  }

  /** Nothing will be added any more: readers that have everything are done. */
  complete(): void {
    this.#state = 'complete';
    this.#wake();
  }

  /** Lets go of all sources; readers end where they are. */
  close(): void {
    this.#pieces = [];
    this.complete();
  }

  /**
   * Chunks from byte `from` on, pulled one by one: a slow reader is only slower. Without `follow` the log of a
   * running run is read up to where it stands at this moment.
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
        await this.#growth(signal);
      }
    }
  }

  /** Undefined when the bytes moved to another source in the meantime, or the log was closed. */
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

  #growth(signal?: AbortSignal): Promise<void> {
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
