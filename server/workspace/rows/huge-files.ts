// Serves files of any size by rows, and their bytes to a search. The row positions of the most recently used files are
// kept for as long as the file is the one whose rows were counted.
import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { FileRow, FileRows } from '../../../shared/files.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { turns } from '../../lib/turns.ts';
import { notAFile, onDisk } from '../disk-error.ts';
import { openFile, type Root } from '../inside.ts';
import { readLastRows } from './last-rows.ts';
import { readAt, RowIndex, type Row, type RowQuery } from './row-index.ts';

const MAX_KEPT = 8;
/** How long one request counts rows. After that, the page shows the progress, and other requests get their turn. */
const COUNT_MS = 500;
/** Bytes at the beginning and at the known end that are compared: enough to notice a rewritten file. */
const SAMPLE = 256;
const SEARCHED = 1024 * 1024;

/** `end`: the last rows, even if they are not counted yet. */
export type RowsRequest = RowQuery | { end: true };

interface Known {
  version: string;
  index: RowIndex;
  stamp: Stamp;
  head: Buffer;
  tail: Buffer;
}

interface Stamp {
  id: string;
  size: number;
  mtimeNs: bigint;
}

export class HugeFiles {
  readonly #root: Root;
  readonly #known = new Map<string, Known>();
  /** Runs counts one after another, so that two requests do not count the same rows. */
  readonly #inTurn = turns();

  constructor(root: Root) {
    this.#root = root;
  }

  /**
   * Returns rows, starting at the requested one. Returns none if that one has not been counted yet, so the caller
   * should ask again. The last rows come without numbers until they are counted. Refuses like `readFile`, except for
   * the size.
   */
  rows(path: string, query: RowsRequest, count: number): Promise<FileRows> {
    return this.#inTurn(
      () => this.#withFile(path, (file) => this.#answer(file, path, { query, count })),
      path,
    );
  }

  /** Yields all bytes up to the current end, starting at byte `from`. */
  async *bytes(path: string, from: number): AsyncGenerator<Uint8Array, void, void> {
    for (let at = from; ;) {
      const part = await this.#withFile(path, (file) => readAt(file, at, SEARCHED));
      if (part.length > 0) yield part;
      if (part.length < SEARCHED) return;
      at += part.length;
    }
  }

  async #withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = await openFile(this.#root, path);
    try {
      return await onDisk(path, async () => {
        if (!(await file.stat()).isFile()) throw notAFile(path);
        return work(file);
      });
    } finally {
      await file.close();
    }
  }

  async #answer(
    file: FileHandle,
    path: string,
    { query, count }: { query: RowsRequest; count: number },
  ): Promise<FileRows> {
    const { index, version, stamp } = await this.#knownOf(file, path);
    const find = 'end' in query ? lastRows : firstOf(query);
    const { first, rows } = await find({ file, index, size: stamp.size }, count);
    return {
      version,
      size: stamp.size,
      counted: index.counted,
      total: index.rows,
      lines: index.lines,
      first,
      rows: rows.map(fileRow),
    };
  }

  /** Returns a new index, unless the file is the same or has only grown. */
  async #knownOf(file: FileHandle, path: string): Promise<Known> {
    const { ino, dev, size, mtimeNs } = await file.stat({ bigint: true });
    const stamp = { id: `${dev} ${ino}`, size: Number(size), mtimeNs };
    const known = this.#known.get(path);
    const isSame = known !== undefined && (await isContinued(file, known, stamp));
    const head = await readAt(file, 0, 8192);
    if (head.includes(0)) {
      const message = `${JSON.stringify(path)} is a binary file and cannot be shown as text.`;
      throw new Refusal(415, 'binary', message);
    }
    const current = isSame ? known : { version: randomUUID(), index: new RowIndex() };
    const tail = await readAt(file, Math.max(0, stamp.size - SAMPLE), SAMPLE);
    const next = { ...current, stamp, head: head.subarray(0, SAMPLE), tail };
    // Moves the file to the end: the most recently used one is dropped last.
    this.#known.delete(path);
    this.#known.set(path, next);
    if (this.#known.size > MAX_KEPT) this.#known.delete(this.#known.keys().next().value!);
    return next;
  }
}

interface Counting {
  file: FileHandle;
  index: RowIndex;
  size: number;
}

interface Found {
  first: number;
  rows: Row[];
}

/** Counts up to the first one, for a limited time; returns none if that was not enough. */
const firstOf =
  (query: RowQuery) =>
  async ({ file, index, size }: Counting, count: number): Promise<Found> => {
    const deadline = performance.now() + COUNT_MS;
    let first: number | undefined;
    do {
      await index.extend(file, size);
      first = await index.find(file, query, size);
    } while (first === undefined && index.counted < size && performance.now() < deadline);
    return { first: first ?? 0, rows: first === undefined ? [] : await index.read(file, first, count) };
  };

async function lastRows({ file, index, size }: Counting, count: number): Promise<Found> {
  await index.extend(file, size);
  if (index.counted < size) return { first: 0, rows: await readLastRows(file, size, count) };
  const first = Math.max(0, index.rows - count);
  return { first, rows: await index.read(file, first, count) };
}

/** Whether this is the known file, possibly with something appended. */
async function isContinued(file: FileHandle, known: Known, stamp: Stamp): Promise<boolean> {
  const before = known.stamp;
  if (stamp.id !== before.id || stamp.size < before.size) return false;
  if (stamp.size === before.size) return stamp.mtimeNs === before.mtimeNs;
  const head = await readAt(file, 0, known.head.length);
  const tail = await readAt(file, before.size - known.tail.length, known.tail.length);
  return head.equals(known.head) && tail.equals(known.tail);
}

function fileRow({ at, line, isContinued, bytes }: Row): FileRow {
  const text = bytes.toString('utf8').replace(at === 0 ? /^\uFEFF|\r$/g : /\r$/, '');
  return { at, line, text, ...(isContinued && { isContinued }) };
}
