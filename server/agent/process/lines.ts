// Cuts a byte stream into records at LF and nothing else: U+2028 and U+2029 stand unescaped inside pi's JSON
// (all versions), so node:readline is out. Works on bytes, because a chunk may end inside a character, and
// keeps chunks in a list, because appending to a string makes one 100 MB record quadratic. Decodes nothing.

const LF = 0x0a;
const CR = 0x0d;
const MAX_BYTES = 256 * 1024 * 1024;

export interface LineReaderOptions {
  /** One record without its LF or CRLF; empty for an empty line. */
  onLine(line: Buffer): void;
  /** A record longer than `maxBytes` ended; none of its bytes were kept. The next record is read as usual. */
  onTooLong(bytes: number): void;
  /** What stood after the last LF when the stream ended; not called when nothing did. */
  onRest(rest: Buffer): void;
  /** Default 256 MiB: V8 cannot hold a string of 512 MiB or more. */
  maxBytes?: number;
}

export class LineReader {
  readonly #options: LineReaderOptions;
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  /** Bytes of the unfinished record, also while they are no longer kept. */
  #size = 0;

  constructor(options: LineReaderOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#finish('onLine');
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** To be called once, when the stream has ended. */
  end(): void {
    if (this.#size > 0) this.#finish('onRest');
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#size += piece.length;
    if (this.#size > this.#maxBytes) this.#chunks = [];
    else this.#chunks.push(piece);
  }

  #finish(handler: 'onLine' | 'onRest'): void {
    const [chunks, size] = [this.#chunks, this.#size];
    this.#chunks = [];
    this.#size = 0;
    if (size > this.#maxBytes) return this.#options.onTooLong(size);
    const line = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
    this.#options[handler](line.at(-1) === CR ? line.subarray(0, -1) : line);
  }
}
