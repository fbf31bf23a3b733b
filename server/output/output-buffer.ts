/**
 * The output of one run that we keep ourselves: in memory at first, in a file of the spool when it is more.
 * It knows nothing of where the text comes from.
 */
import { Refusal } from '../../shared/refusal.ts';
import type { ByteSource } from './byte-source.ts';
import type { Spool, SpoolFile } from './spool.ts';

const MEMORY_BYTES = 256 * 1024;
const FIRST_BYTES = 1024;

export class OutputBuffer implements ByteSource {
  readonly #spool: Spool;
  /** What is not in the file: the end of the text. The buffer is larger than what is filled of it. */
  #memory = Buffer.alloc(0);
  #filled = 0;
  #file?: SpoolFile;
  #inFile = 0;
  #isReleased = false;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  get length(): number {
    return this.#inFile + this.#filled;
  }

  get memoryBytes(): number {
    return this.#memory.length;
  }

  get isSpooled(): boolean {
    return this.#inFile > 0;
  }

  /** False when there is no room for it: then nothing of it is kept. */
  append(bytes: Uint8Array): boolean {
    if (this.#isReleased) return false;
    if (this.#filled + bytes.length > MEMORY_BYTES) {
      if (!this.#flush()) return false;
      if (bytes.length > MEMORY_BYTES) return this.#write(bytes);
    }
    this.#ensure(this.#filled + bytes.length);
    this.#memory.set(bytes, this.#filled);
    this.#filled += bytes.length;
    return true;
  }

  read(from: number, max: number): Promise<Uint8Array> | Uint8Array {
    if (this.#isReleased)
      throw new Refusal(410, 'gone', 'This output was let go to make room for newer output.');
    if (from >= this.#inFile) {
      const start = from - this.#inFile;
      return this.#memory.subarray(start, Math.min(this.#filled, start + max));
    }
    if (!this.#file) throw new RangeError('There is no spool file.');
    return this.#file.read(from, Math.min(max, this.#inFile - from));
  }

  /** Nothing will be appended any more: what is not needed for reading is given back. */
  seal(): void {
    if (this.#memory.length > this.#filled)
      this.#memory = Buffer.from(this.#memory.subarray(0, this.#filled));
    this.#file?.seal();
  }

  /** Moves what is in memory to the spool. False when there is no room. */
  spill(): boolean {
    const hasMoved = this.#flush();
    this.#file?.seal();
    return hasMoved;
  }

  /** Lets go of everything: reading is refused from now on. */
  release(): void {
    this.#isReleased = true;
    this.#memory = Buffer.alloc(0);
    this.#filled = 0;
    this.#inFile = 0;
    this.#file?.remove();
    this.#file = undefined;
  }

  #flush(): boolean {
    if (this.#filled === 0) return true;
    // A copy: readers hold parts of the buffer.
    if (!this.#write(this.#memory.subarray(0, this.#filled))) return false;
    this.#memory = Buffer.alloc(0);
    this.#filled = 0;
    return true;
  }

  #write(bytes: Uint8Array): boolean {
    try {
      this.#file ??= this.#spool.create();
    } catch {
      // No folder can be made there: the caller says in the log that output is missing.
      return false;
    }
    if (!this.#file.append(bytes)) return false;
    this.#inFile += bytes.length;
    return true;
  }

  #ensure(length: number): void {
    if (length <= this.#memory.length) return;
    const larger = Buffer.alloc(
      Math.min(MEMORY_BYTES, Math.max(FIRST_BYTES, length, this.#memory.length * 2)),
    );
    larger.set(this.#memory.subarray(0, this.#filled));
    this.#memory = larger;
  }
}
