// A file that another process writes: reads what it grew by, and any of its bytes even after it was closed. It serves
// the bytes as they are, and counts the text they decode to, since that is what pi counts and shows.
import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Refusal } from '../../shared/refusal.ts';
import type { ByteSource } from './output-log.ts';

const SCAN_BYTES = 256 * 1024;

/** The growth of a file: its bytes, and their text as pi decodes it (invalid bytes are U+FFFD, no byte order mark). */
export interface Scan {
  bytes: Buffer;
  text: Buffer;
}

export class RawFile implements ByteSource {
  readonly #open: () => Promise<FileHandle>;
  #length = 0;
  #textLength = 0;
  /** Bytes at the end of the file that are the beginning of a character. */
  #unfinished = Buffer.alloc(0);
  #handle?: FileHandle;
  #scratch?: Buffer;
  /** The latest bytes: readers that follow the file get them without another read. */
  #recent?: { at: number; bytes: Buffer };
  #identity?: string;

  /** `open` is called again when the file is read after `close`. */
  constructor(open: () => Promise<FileHandle>) {
    this.#open = open;
  }

  /** Bytes scanned so far. */
  get length(): number {
    return this.#length;
  }

  /** Bytes of UTF-8 text that they decode to. */
  get textLength(): number {
    return this.#textLength;
  }

  /** The same if the file ends where it ends now. */
  get textLengthAtEnd(): number {
    return this.#textLength + decode(this.#unfinished).length;
  }

  /** Opens the file and keeps it open for scanning. Rejects as `open` does. */
  async keepOpen(): Promise<void> {
    this.#handle = await this.#openSame();
  }

  /** It can still be read afterwards, as long as the file exists. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#scratch = undefined;
    this.#recent = undefined;
    await handle?.close();
  }

  /**
   * Reads what the file grew by, up to 256 KiB; undefined when there is nothing. An unfinished character at the end
   * is left out until the rest of it arrives, or `isLast` says that nothing will.
   */
  async scan(isLast = false): Promise<Scan | undefined> {
    if (!this.#handle) return undefined;
    const scratch = (this.#scratch ??= Buffer.allocUnsafe(SCAN_BYTES));
    const { bytesRead } = await this.#handle.read(scratch, 0, SCAN_BYTES, this.#length);
    return this.#scanned(scratch.subarray(0, bytesRead), isLast);
  }

  /**
   * The same, synchronously, for what was written a moment ago: it is in the system's memory, and the way through
   * the thread pool takes longer than the read.
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

  /** The text of the last `max` bytes, or of all when there are fewer. */
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
        if (bytesRead === 0) throw gone('was cut short');
        filled += bytesRead;
      }
      return buffer;
    } finally {
      if (!kept) await handle.close();
    }
  }

  /** Rejects when this is not the file that was opened first. */
  async #openSame(): Promise<FileHandle> {
    const handle = await this.#open().catch((error: unknown) => {
      throw this.#identity === undefined ? error : gone('no longer exists');
    });
    const { dev, ino } = await handle.stat();
    this.#identity ??= `${dev}:${ino}`;
    if (this.#identity === `${dev}:${ino}`) return handle;
    await handle.close();
    throw gone('was replaced');
  }
}

/** How many of these bytes decode to `length` bytes of text. `isStart`: they are the first of the file. */
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
 * How many of these bytes can be decoded as UTF-8 without those that follow: all of them, or up to three fewer when
 * they end inside a character. Decoding piece by piece between such cuts gives exactly what one streaming
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

/** 1 for a byte that begins no longer sequence, valid or not. */
function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 1;
}

function gone(what: string): Refusal {
  return new Refusal(410, 'gone', `The file in which pi keeps this output ${what}.`);
}

function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function decode(bytes: Buffer, options?: { stream: boolean }): Buffer {
  if (isUtf8(bytes)) return bytes;
  return Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, options));
}
