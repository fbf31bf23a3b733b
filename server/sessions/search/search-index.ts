// The index of all session files: one small file for each, which says which parts of the session cannot contain a
// query. The index may be deleted at any time. Parts of files that it does not cover, because they are new or have
// changed since, are searched directly.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { replaceWholeFile } from '../../lib/replace-whole-file.ts';
import { scanLines } from '../line-scan.ts';
import type { SessionFile } from '../list.ts';
import { gramsOf, mayContain } from './grams.ts';
import { IndexDraft, NO_INDEX, type FileIndex } from './index-draft.ts';
import { decodeIndex, encodeIndex, type StampedIndex } from './index-format.ts';
import { MAX_LINE_BYTES, type FileParts } from './search.ts';

/** How many bytes at both ends of the indexed part are compared, to know that the file was only appended to. */
const MARK_BYTES = 512;

/** The size of a block. A hit costs reading one block; smaller blocks need more bytes for their filters. */
const BLOCK_BYTES = 128 * 1024;

export class SearchIndex {
  readonly #folder: string;
  readonly #blockBytes: number;

  constructor(folder: string, blockBytes = BLOCK_BYTES) {
    this.#folder = folder;
    this.#blockBytes = blockBytes;
  }

  /** Returns the parts of the file that may contain the folded query. */
  async findParts(file: SessionFile, query: string): Promise<FileParts> {
    const known = this.#read(file.path);
    if (!known || !(await isStillTrue(known, file)))
      return { header: null, parts: [{ from: 0, to: file.stats.size, position: 0 }] };
    const grams = gramsOf(query);
    const { header, blocks, to, position, isForeign } = known;
    if (isForeign) return { header, parts: [] };
    const rest = { from: to, to: file.stats.size, position };
    // The header is the first line. If there is none, nothing was indexed.
    if (!header) return { header, parts: [{ ...rest, from: 0, position: 0 }] };
    const parts = blocks.filter(({ filter }) => mayContain(filter, grams));
    return { header, parts: rest.to > rest.from ? [...parts, rest] : parts };
  }

  /** Brings the index of this file up to date. Resolves to whether anything had to be read. */
  async update(file: SessionFile): Promise<boolean> {
    const known = this.#read(file.path);
    if (known && isUntouched(known, file)) return false;
    const handle = await open(file.path, 'r').catch(() => null);
    // The file was deleted in the meantime, or may not be read.
    if (!handle) return false;
    try {
      const isContinued = known !== null && !known.isForeign && (await isStillTrue(known, file));
      const draft = new IndexDraft(isContinued ? known : NO_INDEX, this.#blockBytes);
      const range = { from: draft.from, to: file.stats.size, chunkBytes: MAX_LINE_BYTES };
      await scanLines(handle, range, (line) => draft.add(line));
      await this.#write(file, draft.finish(), handle);
    } finally {
      await handle.close();
    }
    return true;
  }

  /** Removes the indexes of all other files. */
  async keepOnly(files: readonly SessionFile[]): Promise<void> {
    const kept = new Set(files.map((file) => nameOf(file.path)));
    for (const name of await readdir(this.#folder).catch(() => []))
      if (!kept.has(name) && !name.endsWith('.new')) await rm(path.join(this.#folder, name), { force: true });
  }

  #read(file: string): StampedIndex | null {
    try {
      // This is much faster than an asynchronous read, and blocks only this thread.
      return decodeIndex(readFileSync(path.join(this.#folder, nameOf(file))), file);
    } catch {
      // There is none yet, or it is damaged.
      return null;
    }
  }

  async #write({ path: file, stats }: SessionFile, index: FileIndex, handle: FileHandle): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { dev, ino, size, mtimeMs } = stats;
    const stamp = { file, dev, ino, size, mtimeMs, mark: await markOf(handle, index.to) };
    const target = path.join(this.#folder, nameOf(file));
    await replaceWholeFile(target, encodeIndex({ ...stamp, ...index }));
  }
}

function isUntouched(known: StampedIndex, { stats }: SessionFile): boolean {
  const { dev, ino, size, mtimeMs } = stats;
  return known.dev === dev && known.ino === ino && known.size === size && known.mtimeMs === mtimeMs;
}

/** Whether the indexed part of the file is unchanged. */
async function isStillTrue(known: StampedIndex, file: SessionFile): Promise<boolean> {
  if (isUntouched(known, file)) return true;
  if (known.dev !== file.stats.dev || known.ino !== file.stats.ino || file.stats.size < known.to)
    return false;
  const handle = await open(file.path, 'r').catch(() => null);
  if (!handle) return false;
  try {
    return known.mark === (await markOf(handle, known.to));
  } finally {
    await handle.close();
  }
}

async function markOf(handle: FileHandle, to: number): Promise<string> {
  const hash = createHash('sha256');
  const length = Math.min(MARK_BYTES, to);
  for (const from of [0, to - length]) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
    hash.update(buffer.subarray(0, bytesRead));
  }
  return hash.digest('hex').slice(0, 32);
}

const nameOf = (file: string): string => createHash('sha256').update(file).digest('hex').slice(0, 32);
