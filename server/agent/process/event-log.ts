// Every line that pi writes, as it came, and what pages asked for in between: for whoever debugs an extension or this
// panel, or wants to know who did what. The last ones, bounded in number and size. It reads nothing out of them.
import type { LoggedLine, LogPage } from '../../../shared/wire.ts';

const MAX_LINES = 2000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Of one line in a list; who opens it gets all of it. */
const MAX_LINE_BYTES = 64 * 1024;
/** Of one line at all. Since 0.99 pi writes lines of a megabyte, and an agent_end repeats its whole run. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024;
/** Of one answer, so that nobody waits for eight megabytes; the next question brings the rest. */
const MAX_PAGE_BYTES = 1024 * 1024;

export class EventLog {
  #lines: LoggedLine[] = [];
  /** Lines that a list cuts, by number. */
  readonly #whole = new Map<number, Buffer>();
  /** Bytes that are kept. */
  #size = 0;
  #count = 0;

  /** A line of pi's stdout without its end; `text` is the same, decoded. */
  add(line: Buffer, text: string, isBad: boolean): void {
    const isCut = line.length > MAX_LINE_BYTES;
    const n = ++this.#count;
    // A copy: the line is a part of what was read at once.
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

  /** Something that a page asked for, as a record of the panel's own. */
  note(record: { type: `panel_${string}` } & Record<string, unknown>): void {
    const text = JSON.stringify(record);
    this.add(Buffer.from(text), text, false);
  }

  /** What came after line `n`, the oldest first. */
  since(n: number): LogPage {
    const after = this.#lines.slice(this.#firstAfter(n));
    let size = 0;
    const last = after.findIndex(({ bytes }) => (size += Math.min(bytes, MAX_LINE_BYTES)) > MAX_PAGE_BYTES);
    const lines = last < 0 ? after : after.slice(0, Math.max(1, last));
    return { lines, hasMore: lines.length < after.length, count: this.#count };
  }

  /** As it came, also where a list cuts it; undefined when it is no longer kept. */
  line(n: number): string | undefined {
    return this.#whole.get(n)?.toString() ?? this.#lines.find((line) => line.n === n)?.text;
  }

  #firstAfter(n: number): number {
    const first = this.#lines[0];
    return first ? Math.max(0, n - first.n + 1) : 0;
  }

  #makeRoom(): void {
    let gone = 0;
    while (this.#lines.length - gone > MAX_LINES || this.#size > MAX_BYTES) {
      const { n, bytes } = this.#lines[gone]!;
      this.#size -= Math.min(bytes, MAX_WHOLE_BYTES);
      this.#whole.delete(n);
      gone += 1;
    }
    if (gone > 0) this.#lines.splice(0, gone);
  }
}

/** A copy of its own: a part of a string or a buffer would keep the whole in memory. */
function cut(line: Buffer): string {
  return line.toString('utf8', 0, MAX_LINE_BYTES);
}
