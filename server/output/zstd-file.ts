// A file of compressed bytes that can be read from any byte, in the seekable format of zstd: one frame for each 1 MiB,
// and a table of their sizes in a last frame that other programs skip. `zstd -dc FILE` prints all of it.
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const FRAME_BYTES = 1024 * 1024;
const SKIPPABLE_MAGIC = 0x184d2a5e;
const TABLE_MAGIC = 0x8f92eab1;
const ENTRY_BYTES = 8;
const HEADER_BYTES = 8;
const FOOTER_BYTES = 9;

interface Frame {
  /** The offset and length of the compressed frame in the file. */
  at: number;
  size: number;
  /** The number of bytes after decompression. */
  length: number;
}

/** Writes all of `chunks` without collecting them in memory. Resolves to false if the file would exceed `maxBytes`. */
export async function writeZstd(
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<boolean> {
  const frames: Frame[] = [];
  let at = 0;
  for await (const bytes of inPieces(chunks, FRAME_BYTES)) {
    const frame = await compress(bytes);
    await file.write(frame, 0, frame.length, at);
    frames.push({ at, size: frame.length, length: bytes.length });
    at += frame.length;
    if (at > maxBytes) return false;
  }
  const table = tableOf(frames);
  await file.write(table, 0, table.length, at);
  return true;
}

/** Reads such a file. Each read opens and closes it, so the reader itself needs no `close`. */
export class ZstdFile {
  readonly #path: string;
  readonly #frames: readonly Frame[];
  readonly length: number;
  /** The last frame that was decompressed, because a reader that continues needs the rest of it. */
  #recent?: { frame: Frame; bytes: Buffer };

  private constructor(path: string, frames: readonly Frame[]) {
    this.#path = path;
    this.#frames = frames;
    this.length = frames.reduce((sum, { length }) => sum + length, 0);
  }

  /** Rejects with the error of the file system, or if the file does not have this format. */
  static async open(path: string): Promise<ZstdFile> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      return new ZstdFile(path, await readTable(file, size));
    } finally {
      await file.close();
    }
  }

  /** Returns at least 1 and at most `max` bytes, starting at byte `from`. */
  async read(from: number, max: number): Promise<Uint8Array> {
    const frame = this.#frames[Math.floor(from / FRAME_BYTES)];
    if (!frame) throw new RangeError(`The file ends before byte ${from}.`);
    const recent = this.#recent?.frame === frame ? this.#recent.bytes : undefined;
    const bytes = recent ?? (await this.#readFrame(frame));
    this.#recent = { frame, bytes };
    const start = from % FRAME_BYTES;
    return bytes.subarray(start, start + max);
  }

  async #readFrame({ at, size }: Frame): Promise<Buffer> {
    const file = await open(this.#path);
    try {
      return await decompress(await readExactly(file, at, size));
    } finally {
      await file.close();
    }
  }
}

async function* inPieces(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0;) {
      const part = rest.subarray(0, size - length);
      held.push(part);
      length += part.length;
      rest = rest.subarray(part.length);
      if (length < size) continue;
      yield Buffer.concat(held);
      held = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(held);
}

function tableOf(frames: readonly Frame[]): Buffer {
  const table = Buffer.alloc(HEADER_BYTES + frames.length * ENTRY_BYTES + FOOTER_BYTES);
  let at = table.writeUInt32LE(SKIPPABLE_MAGIC, 0);
  at = table.writeUInt32LE(table.length - HEADER_BYTES, at);
  for (const { size, length } of frames) at = table.writeUInt32LE(length, table.writeUInt32LE(size, at));
  at = table.writeUInt32LE(frames.length, at);
  at = table.writeUInt8(0, at);
  table.writeUInt32LE(TABLE_MAGIC, at);
  return table;
}

async function readTable(file: FileHandle, size: number): Promise<Frame[]> {
  const footer = await readExactly(file, Math.max(0, size - FOOTER_BYTES), FOOTER_BYTES);
  const count = footer.readUInt32LE(0);
  const start = size - FOOTER_BYTES - count * ENTRY_BYTES;
  if (footer.readUInt32LE(5) !== TABLE_MAGIC || start < 0)
    throw new Error('The file has no table at its end.');
  const table = await readExactly(file, start, count * ENTRY_BYTES);
  let at = 0;
  return Array.from({ length: count }, (_, n) => {
    const frame = {
      at,
      size: table.readUInt32LE(n * ENTRY_BYTES),
      length: table.readUInt32LE(n * ENTRY_BYTES + 4),
    };
    at += frame.size;
    return frame;
  });
}

async function readExactly(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, at);
  if (bytesRead < length) throw new Error('The file is too short.');
  return buffer;
}
