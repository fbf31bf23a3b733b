// Appends text to a log and keeps it in a buffer; reports in the log when no room is left.
import { OutputBuffer } from './output-buffer.ts';
import type { OutputLog } from './output-log.ts';
import type { Spool } from './spool.ts';

export class OutputWriter {
  readonly #log: OutputLog;
  readonly #spool: Spool;
  readonly #onText: (text: string) => void;
  #buffer: OutputBuffer;
  #endsLine = true;
  #droppedBytes = 0;

  /** `onText` gets all text, even what there was no room for. */
  constructor({ log, spool, onText }: { log: OutputLog; spool: Spool; onText: (text: string) => void }) {
    this.#log = log;
    this.#spool = spool;
    this.#onText = onText;
    this.#buffer = new OutputBuffer(spool);
  }

  get buffer(): OutputBuffer {
    return this.#buffer;
  }

  /** Bytes there was no room for. After the first of them nothing is kept: it would be out of place. */
  get droppedBytes(): number {
    return this.#droppedBytes;
  }

  write(text: string): void {
    if (text === '') return;
    if (this.#append(Buffer.from(text))) this.#endsLine = text.endsWith('\n');
    this.#onText(text);
  }

  writeOnNewLine(text: string): void {
    this.write(this.#endsLine || text === '' ? text : `\n${text}`);
  }

  /** Adds a line of the panel's own to the log, marked by brackets. It does not count towards the room. */
  writeNote(text: string): void {
    const bytes = Buffer.from(`${this.#endsLine ? '' : '\n'}[… ${text} …]\n`);
    this.#endsLine = true;
    const read = (from: number, max: number): Uint8Array => bytes.subarray(from, from + max);
    this.#log.grow({ read }, 0, bytes.length);
  }

  /** Leaves the buffer so far to the file that took it over; later text goes into a new one. */
  startNewBuffer(): void {
    this.#buffer.seal();
    this.#buffer = new OutputBuffer(this.#spool);
  }

  #append(bytes: Buffer): boolean {
    if (this.#droppedBytes === 0 && this.#buffer.append(bytes)) {
      this.#log.grow(this.#buffer, this.#buffer.length - bytes.length, bytes.length);
      return true;
    }
    if (this.#droppedBytes === 0)
      this.writeNote('no room is left to keep more of this output: left out from here');
    this.#droppedBytes += bytes.length;
    return false;
  }
}
