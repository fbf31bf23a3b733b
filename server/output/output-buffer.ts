// The output of one run that the panel itself keeps: at first in memory, later in a file of the spool.
import { Refusal } from '../../shared/refusal.ts';
import type { ByteSource } from './output-log.ts';
import type { Spool, SpoolFile } from './spool.ts';

const MEMORY_BYTES = 256 * 1024;
const FIRST_BYTES = 1024;

export class OutputBuffer implements ByteSource {
  readonly #spool: Spool;
  /** The end of the output, which is not in the file yet. Only the first `#filled` bytes are in use. */
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

  /** Returns false, and keeps none of the bytes, if the spool is full or fails. */
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
      throw new Refusal(410, 'gone', 'This output was deleted to make room for newer output.');
    if (from >= this.#inFile) {
      const start = from - this.#inFile;
      return this.#memory.subarray(start, Math.min(this.#filled, start + max));
    }
    if (!this.#file) throw new RangeError('There is no spool file.');
    return this.#file.read(from, Math.min(max, this.#inFile - from));
  }

  /** Call this when nothing more will be appended. Frees what is not needed for reading. */
  seal(): void {
    if (this.#memory.length > this.#filled)
      this.#memory = Buffer.from(this.#memory.subarray(0, this.#filled));
    this.#file?.seal();
  }

  /** Moves the part in memory to the spool. Returns false if the spool is full or fails. */
  spill(): boolean {
    const hasMoved = this.#flush();
    this.#file?.seal();
    return hasMoved;
  }

  /** Frees everything. Reads are refused from now on. */
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
    if (!this.#write(this.#memory.subarray(0, this.#filled))) return false;
    // Allocates a new buffer, because readers still hold parts of the old one.
    this.#memory = Buffer.alloc(0);
    this.#filled = 0;
    return true;
  }

  #write(bytes: Uint8Array): boolean {
    try {
      this.#file ??= this.#spool.create();
    } catch {
      // If the folder cannot be created, the caller notes in the log that output is missing.
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
