// Appends the output that pi sends as text (whole, as a rolling tail, or as deltas) to the log, each part once. Keeps
// pi's last text in case its file turns out to be incomplete or unreadable.
import type { OutputWriter } from './output-writer.ts';
import type { Snapshot } from './pi-result.ts';
import type { RawFile } from './raw-file.ts';
import { COMPARED_BYTES, RollingTail } from './rolling-tail.ts';
import { unseen } from './unseen.ts';

/** Deltas up to this size are kept for a comparison with pi's response. For more (50 KB), pi writes a file. */
const HELD_CHARS = 128 * 1024;
const NOTHING: Snapshot = { text: '', isTruncated: false };

export class TextIntake {
  readonly #writer: OutputWriter;
  /** The whole output so far, for comparison; undefined once it is too long for that. */
  #held: string | undefined = '';
  #tail?: RollingTail;
  /** The last text from pi. After the end of the run it does not include pi's notices. */
  #last = NOTHING;
  /**
   * The bytes of the output by pi's count, or of the deltas so far. pi before 0.82 does not count the output of a user
   * bash.
   */
  #totalBytes?: number;

  constructor(writer: OutputWriter) {
    this.#writer = writer;
  }

  get held(): string {
    return this.#held ?? '';
  }

  /** The bytes of text that pi has counted or sent. */
  get bytes(): number {
    return this.#totalBytes ?? Buffer.byteLength(this.#last.text);
  }

  /** Remembers pi's text of a running tool without appending it to the log. */
  setLast(snapshot: Snapshot): void {
    this.#last = snapshot;
    this.#totalBytes = snapshot.isTruncated ? snapshot.totalBytes : Buffer.byteLength(snapshot.text);
  }

  /**
   * Remembers a result, without pi's notices in its text. A failed bash has no details, and so no count (before pi
   * 1.x).
   */
  setResult(result: Snapshot, isCounted: boolean): void {
    this.#last = { ...result, isTruncated: this.#last.isTruncated || result.isTruncated };
    if (isCounted && result.isTruncated) this.#totalBytes = result.totalBytes ?? this.#totalBytes;
  }

  /** Appends what is new in a snapshot of a running tool: its whole output, or the end with the number of bytes. */
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

  /** Appends what `text`, the whole output, adds to the log. */
  addWhole(text: string): void {
    if (this.#held === undefined || this.#tail) return;
    const added = unseen(this.#held, text);
    // Text that the tool cleared may return, so the longer text, which is in the log, is used for comparisons.
    if (!this.#held.startsWith(text)) this.#held = text;
    if (added.onNewLine) this.#writer.writeOnNewLine(added.text);
    else this.#writer.write(added.text);
  }

  /** Only tails follow from now on. The log has `covered` bytes of the output, which end with the text `known`. */
  continueFrom(covered: number, known: Buffer): void {
    this.#tail ??= new RollingTail(covered, known);
  }

  /** Appends the result of a tool without a file. Tools other than bash omit the end, which does not leave a gap. */
  addToolResult(): void {
    if (this.#totalBytes !== undefined) this.#addTail(this.#last.text, this.#totalBytes);
    this.addWhole(this.#last.text);
  }

  /** Appends pi's response to a user bash command. Since pi 0.82 the deltas are complete; before, there were none. */
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

  /** Appends pi's last text, for a tool whose file cannot be read. */
  addLast(): void {
    this.addSnapshot({ ...this.#last, totalBytes: this.#totalBytes });
  }

  /** Whether the file, up to its current end, holds everything that pi counted. */
  async isAllIn(file: RawFile): Promise<boolean> {
    if (this.#totalBytes !== undefined) return file.textLengthAtEnd >= this.#totalBytes;
    // For a user bash, pi before 0.82 sends only the end of the output and does not wait until the file is written.
    const lastText = Buffer.from(this.#last.text.trimEnd()).subarray(-1024);
    return (await file.textAtEnd(2048)).includes(lastText);
  }

  /** Appends the end of pi's text if the log, with its `covered` bytes of text, has fewer than pi counted. */
  async addMissing(covered: number, file: RawFile): Promise<void> {
    if (this.#totalBytes === undefined || this.#totalBytes <= covered) return;
    const end = await file.textAtEnd(COMPARED_BYTES).catch(() => Buffer.alloc(0));
    this.#writer.startNewBuffer();
    this.continueFrom(covered, end);
    this.#addTail(this.#last.text, this.#totalBytes);
  }

  /** Call this when nothing more will be added. Frees the text kept for comparison. */
  clear(): void {
    this.#held = undefined;
    this.#tail = undefined;
    this.#last = NOTHING;
  }

  /** Appends the end of an output of `totalBytes`. Does nothing before `continueFrom`. */
  #addTail(text: string, totalBytes: number): void {
    this.#writer.write(this.#tail?.add(text, totalBytes) ?? '');
  }
}
