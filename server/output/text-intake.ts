// Puts the output that pi sends as text (whole, as a rolling tail, or as deltas) into the log, each part once, and
// remembers what pi said last, for when its file turns out to be incomplete or unreadable.
import type { OutputWriter } from './output-writer.ts';
import type { Snapshot } from './pi-result.ts';
import type { RawFile } from './raw-file.ts';
import { COMPARED_BYTES, RollingTail } from './rolling-tail.ts';
import { unseen } from './unseen.ts';

/** Deltas are held up to here, to be compared with pi's response; beyond that pi keeps a file (50 KB). */
const HELD_CHARS = 128 * 1024;
const NOTHING: Snapshot = { text: '', isTruncated: false };

export class TextIntake {
  readonly #writer: OutputWriter;
  /** All of the output so far as text; undefined when it became too much to compare. */
  #held: string | undefined = '';
  #tail?: RollingTail;
  /** The last text from pi; after the end of the run without pi's notices. */
  #last = NOTHING;
  /** Bytes of the output by pi's count, or of the deltas so far; a pi below 0.82 counts none for the user's bash. */
  #totalBytes?: number;

  constructor(writer: OutputWriter) {
    this.#writer = writer;
  }

  get held(): string {
    return this.#held ?? '';
  }

  /** Bytes of text that pi counts, or has sent. */
  get bytes(): number {
    return this.#totalBytes ?? Buffer.byteLength(this.#last.text);
  }

  /** Remembers what pi shows of a running tool, without putting it into the log. */
  setLast(snapshot: Snapshot): void {
    this.#last = snapshot;
    this.#totalBytes = snapshot.isTruncated ? snapshot.totalBytes : Buffer.byteLength(snapshot.text);
  }

  /** Remembers a result, its text without pi's notices. A failed bash has no details and so no count (below 1.x). */
  setResult(result: Snapshot, isCounted: boolean): void {
    this.#last = { ...result, isTruncated: this.#last.isTruncated || result.isTruncated };
    if (isCounted && result.isTruncated) this.#totalBytes = result.totalBytes ?? this.#totalBytes;
  }

  /** Adds a snapshot of a running tool: all of its output, or the end of it and the number of bytes. */
  addSnapshot({ text, isTruncated, totalBytes }: Snapshot): void {
    if (!isTruncated || totalBytes === undefined) return this.addWhole(text);
    this.continueFrom(Buffer.byteLength(this.held), Buffer.from(this.held));
    this.#addTail(text, totalBytes);
  }

  addDelta(text: string): void {
    this.#totalBytes = (this.#totalBytes ?? 0) + Buffer.byteLength(text);
    const held = this.held + text;
    this.#held = this.#held === undefined || held.length > HELD_CHARS ? undefined : held;
    this.#writer.write(text);
  }

  /** `text` is all of the output: what it adds is written. */
  addWhole(text: string): void {
    if (this.#held === undefined || this.#tail) return;
    const added = unseen(this.#held, text);
    // Text that was cleared may come back: compare with the longer one, which was written.
    if (!this.#held.startsWith(text)) this.#held = text;
    if (added.onNewLine) this.#writer.writeOnNewLine(added.text);
    else this.#writer.write(added.text);
  }

  /** From now on only tails follow; the log has `covered` bytes of the output, which end in `known`. */
  continueFrom(covered: number, known: Buffer): void {
    this.#tail ??= new RollingTail(covered, known);
  }

  /** The result of a tool that has no file. Other tools cut theirs from the other end: that is not a gap. */
  addToolResult(): void {
    if (this.#totalBytes !== undefined) this.#addTail(this.#last.text, this.#totalBytes);
    this.addWhole(this.#last.text);
  }

  /** pi's response to the user's bash. The deltas (pi >= 0.82) are complete; before, there were none. */
  addBashResult(): void {
    const { text, isTruncated, fullOutputPath } = this.#last;
    const { droppedBytes } = this.#writer;
    if (droppedBytes > 0) return this.#writer.writeNote(`${droppedBytes} bytes are missing`);
    const isCut = isTruncated || fullOutputPath !== undefined;
    if (!isCut) return this.addWhole(text);
    if (this.#totalBytes !== undefined) return;
    this.#writer.writeNote('earlier output is not shown by pi');
    this.#writer.write(text);
  }

  /** Adds the last text from pi, for a tool whose file cannot be read. */
  addLast(): void {
    this.addSnapshot({ ...this.#last, totalBytes: this.#totalBytes });
  }

  /** Whether the file, read to where it ends now, holds all that pi counted. */
  async isAllIn(file: RawFile): Promise<boolean> {
    if (this.#totalBytes !== undefined) return file.textLengthAtEnd >= this.#totalBytes;
    // Below 0.82 pi says of the user's bash only how it ends, and does not wait for its file to be written.
    const lastText = Buffer.from(this.#last.text.trimEnd()).subarray(-1024);
    return (await file.textAtEnd(2048)).includes(lastText);
  }

  /** Where the log, which holds `covered` bytes of text, has less than pi counted: adds the end that pi showed. */
  async addMissing(covered: number, file: RawFile): Promise<void> {
    if (this.#totalBytes === undefined || this.#totalBytes <= covered) return;
    const end = await file.textAtEnd(COMPARED_BYTES).catch(() => Buffer.alloc(0));
    this.#writer.startNewBuffer();
    this.continueFrom(covered, end);
    this.#addTail(this.#last.text, this.#totalBytes);
  }

  /** Frees what was held for comparison: nothing more will be added. */
  clear(): void {
    this.#held = undefined;
    this.#tail = undefined;
    this.#last = NOTHING;
  }

  /** The end of an output of `totalBytes`. Without `continueFrom` it is ignored. */
  #addTail(text: string, totalBytes: number): void {
    this.#writer.write(this.#tail?.add(text, totalBytes) ?? '');
  }
}
