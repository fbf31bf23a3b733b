// A file that another process writes. Reads what is new in it, and any of its bytes, even after `close`. Returns the
// bytes unchanged, but counts the text to which they decode, because pi counts and shows that text.
import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Refusal } from '../../shared/refusal.ts';
import type { ByteSource } from './output-log.ts';

const SCAN_BYTES = 256 * 1024;

/** New bytes of the file, and their text as pi decodes it: invalid bytes as U+FFFD, without a byte order mark. */
export interface Scan {
  bytes: Buffer;
  text: Buffer;
}

export class RawFile implements ByteSource {
  readonly #open: () => Promise<FileHandle>;
  #length = 0;
  #textLength = 0;
  /** The bytes of an incomplete character at the end of the file. */
  #unfinished = Buffer.alloc(0);
  #handle?: FileHandle;
  #scratch?: Buffer;
  /** The newest bytes, which readers that follow the file get without another read. */
  #recent?: { at: number; bytes: Buffer };
  #identity?: string;

  /** `open` is called again for a read after `close`. */
  constructor(open: () => Promise<FileHandle>) {
    this.#open = open;
  }

  /** The number of bytes scanned so far. */
  get length(): number {
    return this.#length;
  }

  /** The number of bytes of UTF-8 text to which these decode. */
  get textLength(): number {
    return this.#textLength;
  }

  /** The same number, if the file does not grow any more. */
  get textLengthAtEnd(): number {
    return this.#textLength + decode(this.#unfinished).length;
  }

  /** Opens the file and keeps it open for scanning. Rejects as `open` does. */
  async keepOpen(): Promise<void> {
    this.#handle = await this.#openSame();
  }

  /** Closes the file. It can still be read while it exists. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#scratch = undefined;
    this.#recent = undefined;
    await handle?.close();
  }

  /**
   * Reads up to 256 KiB of what is new in the file; returns undefined if nothing is. Leaves out an incomplete character
   * at the end until the rest of it arrives, unless `isLast` says that nothing more will.
   */
  async scan(isLast = false): Promise<Scan | undefined> {
    if (!this.#handle) return undefined;
    const scratch = (this.#scratch ??= Buffer.allocUnsafe(SCAN_BYTES));
    const { bytesRead } = await this.#handle.read(scratch, 0, SCAN_BYTES, this.#length);
    return this.#scanned(scratch.subarray(0, bytesRead), isLast);
  }

  /**
   * Does the same synchronously. Bytes written a moment ago are in the system's cache, and reading them takes less time
   * than going through the thread pool.
   */
  scanNow(): Scan | undefined {
    if (!this.#handle) return undefined;
    const scratch = (this.#scratch ??= Buffer.allocUnsafe(SCAN_BYTES));
    const bytesRead = readSync(this.#handle.fd, scratch, 0, SCAN_BYTES, this.#length);
    return this.#scanned(scratch.subarray(0, bytesRead), false);
  }

  read(from: number, max: number): Promise<Uint8Array> | Uint8Array {
    const recent = this.#recent;
    if (recent && from >= recent.at && from < this.#length) {
      return recent.bytes.subarray(from - recent.at, from - recent.at + max);
    }
    return this.#readExactly(from, Math.min(max, this.#length - from));
  }

  /** Returns the text of the last `max` bytes, or of all if there are fewer. */
  async textAtEnd(max: number): Promise<Buffer> {
    const length = Math.min(max, this.#length);
    if (length === 0) return Buffer.alloc(0);
    return decode(await this.#readExactly(this.#length - length, length));
  }

  #scanned(read: Buffer, isLast: boolean): Scan | undefined {
    const cut = isLast && read.length < SCAN_BYTES ? read.length : cleanCut(read);
    this.#unfinished = Buffer.from(read.subarray(cut));
    if (cut === 0) return undefined;
    const bytes = Buffer.from(read.subarray(0, cut));
    const text = decode(this.#length === 0 ? bytes.subarray(markLength(bytes)) : bytes);
    this.#recent = { at: this.#length, bytes };
    this.#length += bytes.length;
    this.#textLength += text.length;
    return { bytes, text };
  }

  async #readExactly(from: number, length: number): Promise<Buffer> {
    const kept = this.#handle;
    const handle = kept ?? (await this.#openSame());
    try {
      const buffer = Buffer.allocUnsafe(length);
      for (let filled = 0; filled < length;) {
        const { bytesRead } = await handle.read(buffer, filled, length - filled, from + filled);
        if (bytesRead === 0) throw gone('The file in which pi keeps this output was cut short.');
        filled += bytesRead;
      }
      return buffer;
    } finally {
      if (!kept) await handle.close();
    }
  }

  /** Rejects if this is not the file that was opened first. */
  async #openSame(): Promise<FileHandle> {
    const handle = await this.#open().catch((error: unknown) => {
      throw this.#identity === undefined
        ? error
        : gone('The file in which pi keeps this output no longer exists.');
    });
    const { dev, ino } = await handle.stat();
    this.#identity ??= `${dev}:${ino}`;
    if (this.#identity === `${dev}:${ino}`) return handle;
    await handle.close();
    throw gone('The file in which pi keeps this output was replaced.');
  }
}

/** Returns how many of these bytes decode to `length` bytes of text. `isStart`: the file begins with them. */
export function rawLength(bytes: Buffer, length: number, isStart: boolean): number {
  if (length === 0) return 0;
  const mark = isStart ? markLength(bytes) : 0;
  const body = bytes.subarray(mark);
  let [low, high] = [0, body.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (decode(body.subarray(0, middle), { stream: true }).length < length) low = middle + 1;
    else high = middle;
  }
  // The last byte may both complete the text and begin the next character.
  const whole = cleanCut(body.subarray(0, low));
  return mark + (decode(body.subarray(0, whole)).length === length ? whole : low);
}

/**
 * Returns how many of these bytes can be decoded as UTF-8 without the following ones: all, or up to three fewer if they
 * end inside a character. Decoding piece by piece between such cuts gives exactly what one streaming
 * `TextDecoder` gives, for invalid UTF-8 too: it resynchronizes at every byte that begins a character, and never
 * waits for more than three continuation bytes.
 */
export function cleanCut(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back] ?? 0;
    const isContinuation = (byte & 0xc0) === 0x80;
    if (isContinuation) continue;
    return sequenceLength(byte) > back ? length - back : length;
  }
  return length;
}

/** Returns 1 for a byte that does not begin a longer sequence, whether it is valid or not. */
function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 1;
}

function gone(message: string): Refusal {
  return new Refusal(410, 'gone', message);
}

function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function decode(bytes: Buffer, options?: { stream: boolean }): Buffer {
  if (isUtf8(bytes)) return bytes;
  return Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, options));
}
