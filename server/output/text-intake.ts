// What pi sends of an output as text (whole, rolling, or as deltas), each piece put into the log once.
import type { OutputWriter } from './output-writer.ts';
import type { Snapshot } from './pi-result.ts';
import { RollingTail } from './rolling-tail.ts';
import { unseen } from './unseen.ts';

/** Deltas are held for the comparison with pi's answer up to here; beyond that pi keeps a file (50 KB). */
const HELD_CHARS = 128 * 1024;

export class TextIntake {
  readonly #writer: OutputWriter;
  /** The output as text so far, whole; undefined when it became too much to compare. */
  #held: string | undefined = '';
  #tail?: RollingTail;

  constructor(writer: OutputWriter) {
    this.#writer = writer;
  }

  get held(): string {
    return this.#held ?? '';
  }

  /** What pi shows of a running tool: all of its output, or the end of it and how many bytes there are. */
  takeSnapshot({ text, isTruncated, totalBytes }: Snapshot): void {
    if (!isTruncated || totalBytes === undefined) return this.takeWhole(text);
    this.continueFrom(Buffer.byteLength(this.held), Buffer.from(this.held));
    this.takeTail(text, totalBytes);
  }

  takeDelta(text: string): void {
    const held = this.held + text;
    this.#held = this.#held === undefined || held.length > HELD_CHARS ? undefined : held;
    this.#writer.put(text);
  }

  /** A text that stands for all of the output: what it adds is put out. */
  takeWhole(text: string): void {
    if (this.#held === undefined || this.#tail) return;
    const added = unseen(this.#held, text);
    // What was cleared may come back: the longer text is the one that was put out.
    if (!this.#held.startsWith(text)) this.#held = text;
    if (added.onNewLine) this.#writer.putOnNewLine(added.text);
    else this.#writer.put(added.text);
  }

  /** From now on only tails come; `covered` bytes of the output, which end in `known`, are in the log. */
  continueFrom(covered: number, known: Buffer): void {
    this.#tail ??= new RollingTail(covered, known);
  }

  /** The end of an output of `totalBytes`; nothing without `continueFrom`. */
  takeTail(text: string, totalBytes: number): void {
    this.#writer.put(this.#tail?.take(text, totalBytes) ?? '');
  }

  /** Nothing more will come: what was held for comparison is given back. */
  forget(): void {
    this.#held = undefined;
    this.#tail = undefined;
  }
}
