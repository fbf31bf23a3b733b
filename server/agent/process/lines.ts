// Splits a byte stream into lines at LF only, because pi's JSON contains U+2028 and U+2029 unescaped (in all versions),
// at which node:readline would split. Works on bytes, because a chunk may end inside a character, and keeps the chunks
// in a list, because appending to a string would make a record of 100 MB quadratic.

const LF = 0x0a;
const CR = 0x0d;
const MAX_BYTES = 256 * 1024 * 1024;

export interface LineReaderOptions {
  /** Called with each line, without its LF or CRLF. */
  onLine: (line: Buffer) => void;
  /**
   * Called when a line longer than `maxBytes` has ended. None of its bytes were kept. The next line is read as usual.
   */
  onTooLong: (bytes: number) => void;
  /** Called with the bytes after the last LF, if there are any when the stream ends. */
  onRest: (rest: Buffer) => void;
  /** Default: 256 MiB, because V8 cannot hold a string of 512 MiB or more. */
  maxBytes?: number;
}

export class LineReader {
  readonly #options: LineReaderOptions;
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  /** Bytes of the unfinished line, including those that are not kept. */
  #size = 0;

  constructor(options: LineReaderOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#append(chunk.subarray(start, end));
      this.#finish('onLine');
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
  }

  /** Call this once, when the stream has ended. */
  end(): void {
    if (this.#size > 0) this.#finish('onRest');
  }

  #append(piece: Buffer): void {
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
