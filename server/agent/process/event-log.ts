// The last lines that pi wrote, with the panel's own records (such as commands from pages) between them: for debugging
// an extension or the panel, and for finding out who did what. The lines are not interpreted. Their number and total
// size are bounded, and only the first 8 MB of a line are kept.
import type { LoggedLine, LogPage } from '../../../shared/wire.ts';

const MAX_LINES = 2000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Bytes of one line in a list. A user who opens the line gets all bytes that were kept of it. */
const MAX_LISTED_BYTES = 64 * 1024;
/** Bytes kept of one line. Since 0.99 pi writes lines of a megabyte, and an agent_end repeats its whole run. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;
/** Bytes of all lines in one response, so that none takes long; the next request gets the rest. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

export class EventLog {
  readonly #lines: LoggedLine[] = [];
  /** The lines that a list cuts, by number, with all bytes that are kept of them. */
  readonly #long = new Map<number, Buffer>();
  /** Bytes of all kept lines. */
  #size = 0;
  #count = 0;

  /** Adds a line from pi's stdout without its line ending. `text` is the same line, decoded. */
  add(line: Buffer, text: string, isBad: boolean): void {
    const isCut = line.length > MAX_LISTED_BYTES;
    const n = ++this.#count;
    // A copy, since the line is a slice of a larger chunk.
    if (isCut) this.#long.set(n, Buffer.from(line.subarray(0, MAX_KEPT_BYTES)));
    this.#lines.push({
      n,
      at: Date.now(),
      bytes: line.length,
      text: isCut ? cut(line) : text,
      ...(isBad && { isBad }),
      ...(isCut && { isCut }),
    });
    this.#size += Math.min(line.length, MAX_KEPT_BYTES);
    this.#makeRoom();
  }

  /** Adds a record from the panel itself, such as a command from a page. */
  note(record: { type: `panel_${string}` } & Record<string, unknown>): void {
    const text = JSON.stringify(record);
    this.add(Buffer.from(text), text, false);
  }

  /** Returns the lines after line `n`, oldest first, as many as fit in one response. */
  since(n: number): LogPage {
    const after = this.#lines.slice(this.#firstAfter(n));
    let size = 0;
    const end = after.findIndex(
      ({ bytes }) => (size += Math.min(bytes, MAX_LISTED_BYTES)) > MAX_RESPONSE_BYTES,
    );
    const lines = end < 0 ? after : after.slice(0, Math.max(1, end));
    return { lines, hasMore: lines.length < after.length, count: this.#count };
  }

  /** Returns everything that was kept of line `n`, or undefined if the line was dropped. */
  line(n: number): string | undefined {
    return this.#long.get(n)?.toString() ?? this.#lines.find((line) => line.n === n)?.text;
  }

  #firstAfter(n: number): number {
    const first = this.#lines[0];
    return first ? Math.max(0, n - first.n + 1) : 0;
  }

  #makeRoom(): void {
    while (this.#lines.length > MAX_LINES || this.#size > MAX_BYTES) {
      // Not `splice`, which would move all other lines: that takes 20 µs for each line from pi.
      const { n, bytes } = this.#lines.shift()!;
      this.#size -= Math.min(bytes, MAX_KEPT_BYTES);
      this.#long.delete(n);
    }
  }
}

/** Returns the beginning of the line as a new string. A slice of its text would keep the whole text in memory. */
function cut(line: Buffer): string {
  return line.toString('utf8', 0, MAX_LISTED_BYTES);
}
