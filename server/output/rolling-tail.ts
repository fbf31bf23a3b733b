/**
 * The stand-in for pi's file where it cannot be read (pi runs on another machine, or the file was deleted):
 * joins the tails that pi shows, by how many bytes it says there are and by what they have in common.
 * What no tail showed is marked as a gap.
 */
import { overlap } from './unseen.ts';

/** As much as pi shows at once (`core/tools/truncate.js`: 50 KB). */
export const COMPARED_BYTES = 50 * 1024;

export class RollingTail {
  /** The end of what was put out. */
  #known: Buffer;
  /** How much of the whole output is put out or marked as missing. */
  #covered: number;
  /** pi cuts one newline off the end of a truncated tail; whether there was one can only be told later. */
  #mayLackNewline = false;

  /** `covered` bytes were put out before; `known` is the end of them, or nothing when only the count is known. */
  constructor(covered: number, known: Buffer) {
    this.#covered = covered;
    this.#known = known.subarray(-COMPARED_BYTES);
  }

  /** What to put out after the tail `content` of an output of `totalBytes` UTF-8 bytes. */
  take(content: string, totalBytes: number): string {
    return this.#join(Buffer.from(content), totalBytes) ?? this.#joinBlindly(content, totalBytes);
  }

  /** Undefined when the tail does not continue what is known. */
  #join(next: Buffer, totalBytes: number): string | undefined {
    for (const end of [totalBytes, totalBytes - 1]) {
      for (const known of this.#mayLackNewline ? [this.#covered - 1, this.#covered] : [this.#covered]) {
        const shared = known - (end - next.length);
        if (shared < 0 || shared > next.length || !this.#endsWith(next.subarray(0, shared))) continue;
        const newline = end < totalBytes ? '\n' : '';
        return this.#putOut(next.subarray(shared).toString() + newline, totalBytes);
      }
    }
    return undefined;
  }

  #joinBlindly(content: string, totalBytes: number): string {
    const missing = totalBytes - Buffer.byteLength(content) - this.#covered;
    if (missing > 0) {
      return this.#putOut(gapMark(this.#known, missing) + content, totalBytes, true);
    }
    // The numbers speak against it (the text was changed on the way): what both have in common must do.
    const shared = overlap(this.#known.toString(), content);
    const text = shared > 0 ? content.slice(shared) : gapMark(this.#known) + content;
    return this.#putOut(text, totalBytes);
  }

  #putOut(text: string, totalBytes: number, mayLackNewline = false): string {
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

/** A line that says that output is missing, `bytes` where that is known. */
function gapMark(before: Uint8Array, bytes?: number): string {
  const newLine = before.length === 0 || before.at(-1) === 0x0a ? '' : '\n';
  const what = bytes === undefined ? 'output' : `${bytes.toLocaleString('en-US')} bytes`;
  return `${newLine}[… ${what} not shown by pi …]\n`;
}
