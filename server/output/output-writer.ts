// Puts text at the end of a log, kept by ourselves, and says in the log when there is no room for more.
import { constantBytes } from './byte-source.ts';
import type { OutputLog } from './output-log.ts';
import { OutputBuffer } from './output-buffer.ts';
import type { Spool } from './spool.ts';

export class OutputWriter {
  readonly #log: OutputLog;
  readonly #spool: Spool;
  readonly #onText: (text: string) => void;
  #own: OutputBuffer;
  #endsLine = true;
  #droppedBytes = 0;

  /** `onText` gets all text, also what found no room. */
  constructor({ log, spool, onText }: { log: OutputLog; spool: Spool; onText: (text: string) => void }) {
    this.#log = log;
    this.#spool = spool;
    this.#onText = onText;
    this.#own = new OutputBuffer(spool);
  }

  get own(): OutputBuffer {
    return this.#own;
  }

  /** Bytes that found no room. Once that happened nothing more is taken: what follows would be out of place. */
  get droppedBytes(): number {
    return this.#droppedBytes;
  }

  put(text: string): void {
    if (text === '') return;
    if (this.#keep(Buffer.from(text))) this.#endsLine = text.endsWith('\n');
    this.#onText(text);
  }

  putOnNewLine(text: string): void {
    this.put(this.#endsLine || text === '' ? text : `\n${text}`);
  }

  /** A line of our own in the log, told apart by its brackets. It takes no room. */
  note(text: string): void {
    const bytes = Buffer.from(`${this.#endsLine ? '' : '\n'}[… ${text} …]\n`);
    this.#endsLine = true;
    this.#log.grow(constantBytes(bytes), 0, bytes.length);
  }

  /** What was kept so far is left to whoever took it over; what comes now is kept apart from it. */
  startAnew(): void {
    this.#own.seal();
    this.#own = new OutputBuffer(this.#spool);
  }

  #keep(bytes: Buffer): boolean {
    if (this.#droppedBytes === 0 && this.#own.append(bytes)) {
      this.#log.grow(this.#own, this.#own.length - bytes.length, bytes.length);
      return true;
    }
    if (this.#droppedBytes === 0)
      this.note('no room is left to keep more of this output: left out from here');
    this.#droppedBytes += bytes.length;
    return false;
  }
}
