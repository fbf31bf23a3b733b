// The newest bytes that a program has printed, by their place in its whole output.

export class KeptOutput {
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  #start = 0;
  #end = 0;

  /** `limit`: how many bytes are kept at least, if there are so many. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The place of the first byte that is kept. */
  get start(): number {
    return this.#start;
  }

  /** How many bytes were ever added. */
  get end(): number {
    return this.#end;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#end += chunk.length;
  }

  /** Drops what is older than the limit. Bytes from `needed` on are kept in any case. */
  trim(needed: number): void {
    const from = Math.min(needed, this.#end - this.#limit);
    while (this.#chunks[0] && this.#start + this.#chunks[0].length <= from)
      this.#start += this.#chunks.shift()!.length;
  }

  /** Returns at most `most` bytes from this place on, which must not be before `start`. */
  read(from: number, most: number): Buffer {
    // Nearly always the newest ones are wanted, and there may be many.
    let first = this.#chunks.length;
    let at = this.#end;
    while (at > from) at -= this.#chunks[--first]!.length;
    const found: Buffer[] = [];
    for (let left = most; left > 0 && first < this.#chunks.length; first += 1) {
      const part = this.#chunks[first]!.subarray(Math.max(0, from - at)).subarray(0, left);
      found.push(part);
      left -= part.length;
      at += this.#chunks[first]!.length;
    }
    return Buffer.concat(found);
  }
}
