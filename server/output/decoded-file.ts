/**
 * A growing file of raw bytes, seen as the UTF-8 text that pi makes of it: invalid bytes are U+FFFD, a leading
 * byte order mark is left out. Where the file is valid UTF-8, offsets in it and in the text agree; where it is
 * not, it is decoded again when somebody reads there, so that no second copy is needed on disk.
 * It owns its file handle, not the decision when to look for more.
 */
import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Refusal } from '../../shared/refusal.ts';
import type { ByteSource } from './byte-source.ts';
import { cleanCut } from './clean-cut.ts';

const SCAN_BYTES = 256 * 1024;

/**
 * The text from `at` on is made of the file from `raw` on. A stretch of valid text is one segment however long;
 * invalid ones are as long as one scan, 50 bytes here for 256 KiB there.
 */
interface Segment {
  at: number;
  raw: number;
  isValid: boolean;
}

export class DecodedFile implements ByteSource {
  readonly #open: () => Promise<FileHandle>;
  #segments: Segment[] = [];
  #raw = 0;
  #length = 0;
  /** Bytes at the end of the file that are the beginning of a character. */
  #unfinished: Uint8Array = Buffer.alloc(0);
  #kept?: FileHandle;
  #scratch?: Buffer;
  /** What was decoded last: those who follow read it from here, at no cost. */
  #recent?: { at: number; bytes: Buffer };
  #identity?: string;

  /** `open` is called again when the file is read after `close`. */
  constructor(open: () => Promise<FileHandle>) {
    this.#open = open;
  }

  /** Bytes of text so far. */
  get length(): number {
    return this.#length;
  }

  /** Bytes of text if the file ends where it now ends. */
  get lengthAtEnd(): number {
    return this.#length + decode(this.#unfinished).length;
  }

  /** Opens the file and keeps it open, so that it can be scanned. Rejects as `open` does. */
  async keepOpen(): Promise<void> {
    this.#kept = await this.#openSame();
  }

  /** It can still be read after that, as long as the file is there. */
  async close(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    this.#scratch = undefined;
    this.#recent = undefined;
    await kept?.close();
  }

  /**
   * Takes in what the file grew by, up to 256 KiB: the new text, undefined when there is none. An unfinished
   * character at the end stays out until the rest of it is there, or `isLast` says that nothing will come.
   */
  async scan(isLast = false): Promise<Buffer | undefined> {
    if (!this.#kept) return undefined;
    const scratch = (this.#scratch ??= Buffer.allocUnsafe(SCAN_BYTES));
    const { bytesRead } = await this.#kept.read(scratch, 0, SCAN_BYTES, this.#raw);
    return this.#takeScanned(scratch.subarray(0, bytesRead), isLast);
  }

  /**
   * The same, at once: for what was written a moment ago. That is in the system's memory, and the way through the
   * thread pool takes longer than the read. Throws as `scan` rejects.
   */
  scanNow(): Buffer | undefined {
    if (!this.#kept) return undefined;
    const scratch = (this.#scratch ??= Buffer.allocUnsafe(SCAN_BYTES));
    const bytesRead = readSync(this.#kept.fd, scratch, 0, SCAN_BYTES, this.#raw);
    return this.#takeScanned(scratch.subarray(0, bytesRead), false);
  }

  async read(from: number, max: number): Promise<Uint8Array> {
    const recent = this.#recent;
    if (recent && from >= recent.at && from < recent.at + recent.bytes.length) {
      return recent.bytes.subarray(from - recent.at, from - recent.at + max);
    }
    const index = this.#segments.findLastIndex((segment) => segment.at <= from);
    const segment = this.#segments[index];
    if (!segment) throw new RangeError(`Byte ${from} of the output was not read yet.`);
    const next = this.#segments[index + 1];
    if (segment.isValid) {
      const length = Math.min(max, (next?.at ?? this.#length) - from);
      return this.#readRaw(segment.raw + from - segment.at, length);
    }
    const bytes = decode(await this.#readRaw(segment.raw, (next?.raw ?? this.#raw) - segment.raw));
    this.#recent = { at: segment.at, bytes };
    return bytes.subarray(from - segment.at, from - segment.at + max);
  }

  /** The last `max` bytes of text, or all where there are fewer. */
  async end(max: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for (let at = Math.max(0, this.#length - max); at < this.#length;) {
      const part = await this.read(at, this.#length - at);
      parts.push(part);
      at += part.length;
    }
    return Buffer.concat(parts);
  }

  #takeScanned(read: Buffer, isLast: boolean): Buffer | undefined {
    const cut = isLast && read.length < SCAN_BYTES ? read.length : cleanCut(read);
    this.#unfinished = Buffer.from(read.subarray(cut));
    return cut === 0 ? undefined : this.#take(Buffer.from(read.subarray(0, cut)));
  }

  #take(raw: Buffer): Buffer {
    const start = this.#raw === 0 && startsWithMark(raw) ? 3 : 0;
    const body = raw.subarray(start);
    const isValid = isUtf8(body);
    const bytes = isValid ? body : decode(body);
    if (!isValid || !this.#segments.at(-1)?.isValid) {
      this.#segments.push({ at: this.#length, raw: this.#raw + start, isValid });
    }
    this.#recent = { at: this.#length, bytes };
    this.#raw += raw.length;
    this.#length += bytes.length;
    return bytes;
  }

  /** Exactly `length` bytes, 1 or more. */
  async #readRaw(from: number, length: number): Promise<Buffer> {
    const kept = this.#kept;
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

  /** The file that was opened first, or a rejection. */
  async #openSame(): Promise<FileHandle> {
    const handle = await this.#open().catch((error: unknown) => {
      throw this.#identity === undefined ? error : gone('is no longer there');
    });
    const { dev, ino } = await handle.stat();
    this.#identity ??= `${dev}:${ino}`;
    if (this.#identity === `${dev}:${ino}`) return handle;
    await handle.close();
    throw gone('was replaced');
  }
}

function gone(what: string): Refusal {
  return new Refusal(410, 'gone', `The file in which pi keeps this output ${what}.`);
}

function startsWithMark(raw: Uint8Array): boolean {
  return raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf;
}

function decode(raw: Uint8Array): Buffer {
  return Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(raw));
}
