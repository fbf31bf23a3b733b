// Keeps the end of what a program writes to stderr, for people to read. It is never parsed.
import { stripVTControlCharacters } from 'node:util';

const KEPT_BYTES = 64 * 1024;

export class StderrTail {
  #chunks: Buffer[] = [];
  #size = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Joins the chunks only now and then, so that a flood of small writes stays linear.
    if (this.#size > 2 * KEPT_BYTES) this.#shorten();
  }

  /** The end of stderr: at most 64 KiB, without colors and cursor movements. It begins with a whole character. */
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
