/**
 * Takes over the output of a run from the text that we kept to the file that pi keeps: proves that the file
 * begins with that text, lets go of it, and lets the log grow with the file.
 */
import { constantBytes } from './byte-source.ts';
import { DecodedFile } from './decoded-file.ts';
import { FileFollower } from './file-follower.ts';
import type { OutputLog } from './output-log.ts';
import type { OutputBuffer } from './output-buffer.ts';
import { openPiFile } from './pi-file.ts';

interface IntakeOptions {
  path: string;
  /** The temporary folder of pi. */
  folder: string;
  log: OutputLog;
  /** What the log holds of the output; it does not grow any more. It is released once the file has it. */
  head: OutputBuffer;
  /** Whether a file of that much text is all of the output. */
  isWhole: (file: DecodedFile) => boolean | Promise<boolean>;
  onGrowth: (added: Uint8Array) => void;
}

export class FileIntake {
  readonly path: string;
  readonly file: DecodedFile;
  readonly #options: IntakeOptions;
  readonly #follower: FileFollower;
  readonly #headLength: number;
  #isProven = false;

  constructor(options: IntakeOptions) {
    const { path, folder, head, isWhole } = options;
    this.#options = options;
    this.path = path;
    this.#headLength = head.length;
    this.file = new DecodedFile(() => openPiFile(path, folder));
    this.#follower = new FileFollower({
      path,
      file: this.file,
      take: (bytes) => this.#take(bytes),
      isWhole: () => isWhole(this.file),
    });
  }

  get isOpen(): boolean {
    return this.#follower.isOpen;
  }

  /** How much of the output is in the log, by the file or by what we kept. */
  get covered(): number {
    return Math.max(this.#headLength, this.file.length);
  }

  /** Resolves when the file was read to its end after the end of the run; rejects when it cannot be read. */
  run(): Promise<void> {
    return this.#follower.run();
  }

  nudge(): void {
    this.#follower.nudge();
  }

  end(): void {
    this.#follower.end();
  }

  close(): void {
    this.#follower.close();
  }

  async #take(bytes: Buffer): Promise<void> {
    const { log, head, onGrowth } = this.#options;
    const { file } = this;
    const at = file.length - bytes.length;
    if (this.#isProven) {
      log.grow(file, at, bytes.length);
      return onGrowth(bytes);
    }
    if (!(await this.#isContinuedBy(bytes, at))) {
      // Not seen with any pi. What was shown stays, and nothing of the file is kept back.
      const note = Buffer.from('\n[… pi’s file of this output begins differently; all of it follows …]\n');
      this.#isProven = true;
      log.grow(constantBytes(note), 0, note.length);
      log.grow(file, 0, file.length);
      return onGrowth(bytes);
    }
    if (file.length < this.#headLength) return;
    this.#isProven = true;
    log.move(head, file);
    head.release();
    const added = file.length - this.#headLength;
    if (added === 0) return;
    log.grow(file, this.#headLength, added);
    onGrowth(bytes.subarray(-added));
  }

  /** Whether the head is the same as `bytes`, which stand at `at` in the file, as far as both go. */
  async #isContinuedBy(bytes: Buffer, at: number): Promise<boolean> {
    const end = Math.min(this.#headLength, at + bytes.length);
    for (let from = at; from < end;) {
      const part = await this.#options.head.read(from, end - from);
      if (
        part.length === 0 ||
        bytes.compare(part, 0, part.length, from - at, from - at + part.length) !== 0
      ) {
        return false;
      }
      from += part.length;
    }
    return true;
  }
}
