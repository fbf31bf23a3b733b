// The contents of files by their SHA-256, each written once and compressed. Several processes may use one folder,
// because a content gets its name only when it is complete.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, utimes, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { hashOf } from './file-state.ts';

/** The first byte of a stored file. Node has Zstandard, which is much faster, since 22.15. */
const [RAW, DEFLATE, ZSTD] = [0, 1, 2] as const;
/** Below this many bytes, compressing costs more than it saves. */
const MIN_COMPRESSED = 256;

const deflate = promisify(zlib.deflateRaw);
const inflate = promisify(zlib.inflateRaw);

export class BlobStore {
  readonly folder: string;

  /** `folder`: absolute; created when the first content is stored. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Stores a content and returns its hash. `hash`: the hash, if it is known. `isDurable`: whether it must survive a
   * power failure.
   */
  async put(bytes: Uint8Array, { isDurable = false, hash = hashOf(bytes) } = {}): Promise<string> {
    const file = this.fileOf(hash);
    // After a power failure a file may exist but be empty, so content that an undo depends on is read back.
    if ((await touch(file)) && (!isDurable || (await this.get(hash)))) return hash;
    const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
    const handle = await create(temporary);
    try {
      try {
        await handle.writeFile(await encode(bytes));
        if (isDurable) await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary);
      throw error;
    }
    return hash;
  }

  /** Resolves to null if the content is missing or damaged. */
  async get(hash: string): Promise<Buffer | null> {
    try {
      const bytes = await decode(await readFile(this.fileOf(hash)));
      return hashOf(bytes) === hash ? bytes : null;
    } catch {
      // If the file cannot be read for any reason, its content counts as unknown.
      return null;
    }
  }

  fileOf(hash: string): string {
    return path.join(this.folder, hash.slice(0, 2), hash.slice(2));
  }
}

/** Creates the file, and its folder only if it is missing. There are 256 folders, so most contents find theirs. */
async function create(file: string): Promise<FileHandle> {
  const make = (): Promise<FileHandle> => open(file, 'wx', 0o600);
  return make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return make();
  });
}

/** Whether the content is there. Touches it, because it is used again and must not be removed as an old one. */
async function touch(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(
    () => true,
    () => false,
  );
}

async function encode(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length < MIN_COMPRESSED) return Buffer.concat([Buffer.of(RAW), bytes]);
  const packed =
    'zstdCompressSync' in zlib ? zlib.zstdCompressSync(bytes) : await deflate(bytes, { level: 1 });
  const codec = 'zstdCompressSync' in zlib ? ZSTD : DEFLATE;
  return packed.length < bytes.length
    ? Buffer.concat([Buffer.of(codec), packed])
    : Buffer.concat([Buffer.of(RAW), bytes]);
}

async function decode(stored: Buffer): Promise<Buffer> {
  const packed = stored.subarray(1);
  if (stored[0] === RAW) return packed;
  return stored[0] === ZSTD ? zlib.zstdDecompressSync(packed) : inflate(packed);
}
