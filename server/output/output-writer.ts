// Appends text to a log and keeps it in a buffer. Reports in the log when there is no room left.
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

  /** `onText` receives all text, including text for which there was no room. */
  constructor({ log, spool, onText }: { log: OutputLog; spool: Spool; onText: (text: string) => void }) {
    this.#log = log;
    this.#spool = spool;
    this.#onText = onText;
    this.#buffer = new OutputBuffer(spool);
  }

  get buffer(): OutputBuffer {
    return this.#buffer;
  }

  /**
   * The bytes for which there was no room. Nothing is kept after the first of them, because it would be out of place.
   */
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

  /** Appends a note from the panel to the log, in brackets. It does not count towards the limit. */
  writeNote(text: string): void {
    const bytes = Buffer.from(`${this.#endsLine ? '' : '\n'}[… ${text} …]\n`);
    this.#endsLine = true;
    const read = (from: number, max: number): Uint8Array => bytes.subarray(from, from + max);
    this.#log.grow({ read }, 0, bytes.length);
  }

  /** Call this when a file has replaced the buffer. Later text goes to a new buffer. */
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
