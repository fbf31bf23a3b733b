import { stripVTControlCharacters } from 'node:util';

const KEPT_BYTES = 64 * 1024;

/** The end of what a program wrote to stderr, for people to read. It is never parsed. */
export class StderrTail {
  #chunks: Buffer[] = [];
  #size = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Joined now and then only, so that a flood of small writes stays linear.
    if (this.#size > 2 * KEPT_BYTES) this.#shorten();
  }

  /** At most 64 KiB, without colours and cursor movements; cut at the start of a character. */
  get text(): string {
    this.#shorten();
    const kept = this.#chunks[0] ?? Buffer.alloc(0);
    let start = 0;
    while (start < 4 && ((kept[start] ?? 0) & 0xc0) === 0x80) start++;
    return stripVTControlCharacters(kept.toString('utf8', start));
  }

  #shorten(): void {
    const kept = Buffer.concat(this.#chunks).subarray(-KEPT_BYTES);
    this.#chunks = [kept];
    this.#size = kept.length;
  }
}
