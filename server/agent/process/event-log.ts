// The last lines that pi wrote, unchanged, with the commands of the pages between them: for debugging an extension or
// the panel, and for finding out who did what. Bounded in number and size; the lines are not interpreted.
import type { LoggedLine, LogPage } from '../../../shared/wire.ts';

const MAX_LINES = 2000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Bytes of one line in a list; a line that is opened is sent whole. */
const MAX_LINE_BYTES = 64 * 1024;
/** Bytes kept of one line. Since 0.99 pi writes lines of a megabyte, and an agent_end repeats its whole run. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024;
/** Bytes of one page of the log, so that no response takes long; the next request gets the rest. */
const MAX_PAGE_BYTES = 1024 * 1024;

export class EventLog {
  readonly #lines: LoggedLine[] = [];
  /** The lines that a list cuts, by number. */
  readonly #whole = new Map<number, Buffer>();
  /** Bytes of all kept lines. */
  #size = 0;
  #count = 0;

  /** Adds a line of pi's stdout without its line end; `text` is the same line, decoded. */
  add(line: Buffer, text: string, isBad: boolean): void {
    const isCut = line.length > MAX_LINE_BYTES;
    const n = ++this.#count;
    // A copy, since the line is a slice of a larger chunk.
    if (isCut) this.#whole.set(n, Buffer.from(line.subarray(0, MAX_WHOLE_BYTES)));
    this.#lines.push({
      n,
      at: Date.now(),
      bytes: line.length,
      text: isCut ? cut(line) : text,
      ...(isBad && { isBad }),
      ...(isCut && { isCut }),
    });
    this.#size += Math.min(line.length, MAX_WHOLE_BYTES);
    this.#makeRoom();
  }

  /** Adds a record of the panel itself, such as a command of a page. */
  note(record: { type: `panel_${string}` } & Record<string, unknown>): void {
    const text = JSON.stringify(record);
    this.add(Buffer.from(text), text, false);
  }

  /** The lines after line `n`, oldest first. */
  since(n: number): LogPage {
    const after = this.#lines.slice(this.#firstAfter(n));
    let size = 0;
    const last = after.findIndex(({ bytes }) => (size += Math.min(bytes, MAX_LINE_BYTES)) > MAX_PAGE_BYTES);
    const lines = last < 0 ? after : after.slice(0, Math.max(1, last));
    return { lines, hasMore: lines.length < after.length, count: this.#count };
  }

  /** The whole line; undefined if it is no longer kept. */
  line(n: number): string | undefined {
    return this.#whole.get(n)?.toString() ?? this.#lines.find((line) => line.n === n)?.text;
  }

  #firstAfter(n: number): number {
    const first = this.#lines[0];
    return first ? Math.max(0, n - first.n + 1) : 0;
  }

  #makeRoom(): void {
    while (this.#lines.length > MAX_LINES || this.#size > MAX_BYTES) {
      // `splice` would move all other lines, which takes 20 µs for each line of pi.
      const { n, bytes } = this.#lines.shift()!;
      this.#size -= Math.min(bytes, MAX_WHOLE_BYTES);
      this.#whole.delete(n);
    }
  }
}

/** A new string: a slice of the line would keep the whole line in memory. */
function cut(line: Buffer): string {
  return line.toString('utf8', 0, MAX_LINE_BYTES);
}
