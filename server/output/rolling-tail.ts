// Replaces pi's file if that cannot be read (pi runs on another machine, or the file was deleted). Joins the tails that
// pi sends, by pi's byte count and by the text that two tails share. Output that no tail contained is marked as a gap.
import { overlap } from './unseen.ts';

/** The most text that pi sends at once (`core/tools/truncate.js`: 50 KB). */
export const COMPARED_BYTES = 50 * 1024;
const NEWLINE = 0x0a;

export class RollingTail {
  /** The end of the output so far. */
  #known: Buffer;
  /** The number of bytes of the output that were returned or marked as missing. */
  #covered: number;
  /** Whether a gap was marked, after which only the next tail shows whether the previous one ended with a newline. */
  #mayLackNewline = false;

  /** `covered`: the number of bytes in the log. `known`: the text at their end, empty if only the number is known. */
  constructor(covered: number, known: Buffer) {
    this.#covered = covered;
    this.#known = known.subarray(-COMPARED_BYTES);
  }

  /** Returns what the tail `content` of an output of `totalBytes` UTF-8 bytes adds to the output so far. */
  add(content: string, totalBytes: number): string {
    if (totalBytes <= this.#covered) return '';
    return this.#join(content, totalBytes) ?? this.#joinBlindly(content, totalBytes);
  }

  /** Returns what the tail adds, or undefined if it does not continue the known text. */
  #join(content: string, totalBytes: number): string | undefined {
    for (const { text, known } of this.#readings(content)) {
      const tail = Buffer.from(text);
      const shared = known - (totalBytes - tail.length);
      if (shared < 0 || shared > tail.length || !this.#endsWith(tail.subarray(0, shared))) continue;
      const follows = tail.subarray(shared);
      if (known < this.#covered && follows[0] !== NEWLINE) continue;
      // A tail begins with a line, so the line before it has ended.
      const lacksNewline = shared === 0 && this.#mayLackNewline && this.#known.at(-1) !== NEWLINE;
      return this.#accept(`${lacksNewline ? '\n' : ''}${follows.toString()}`, totalBytes);
    }
    return undefined;
  }

  /** Returns the possible pairs of tail and known text, because pi omits a last newline from the text, but counts it. */
  #readings(content: string): { text: string; known: number }[] {
    const lines = `${content}\n`;
    const known = this.#covered;
    const whole = [
      { text: content, known },
      { text: lines, known },
    ];
    if (!this.#mayLackNewline) return whole;
    return [{ text: lines, known: known - 1 }, { text: content, known: known - 1 }, ...whole];
  }

  #joinBlindly(content: string, totalBytes: number): string {
    // Programs print lines. If this tail ended with a newline, the count is exact.
    const missing = totalBytes - 1 - Buffer.byteLength(content) - this.#covered;
    if (missing > 0) {
      return this.#accept(gapMark(this.#known, missing) + content, totalBytes, true);
    }
    // The count contradicts the text, because something has changed the text. The lines that both tails share decide.
    const shared = overlap(this.#known.toString(), content);
    const text = shared > 0 ? content.slice(shared) : gapMark(this.#known) + content;
    return this.#accept(text, totalBytes);
  }

  #accept(text: string, totalBytes: number, mayLackNewline = false): string {
    this.#known = Buffer.concat([this.#known, Buffer.from(text)]).subarray(-COMPARED_BYTES);
    this.#covered = totalBytes;
    this.#mayLackNewline = mayLackNewline;
    return text;
  }

  #endsWith(bytes: Buffer): boolean {
    const compared = Math.min(bytes.length, this.#known.length);
    return this.#known
      .subarray(this.#known.length - compared)
      .equals(bytes.subarray(bytes.length - compared));
  }
}

/** Returns a line that says that output is missing, and how many bytes if that is known. */
function gapMark(before: Uint8Array, bytes?: number): string {
  const newLine = before.length === 0 || before.at(-1) === 0x0a ? '' : '\n';
  const what = bytes === undefined ? 'output' : `${bytes.toLocaleString('en-US')} bytes`;
  return `${newLine}[… ${what} not shown by pi …]\n`;
}
