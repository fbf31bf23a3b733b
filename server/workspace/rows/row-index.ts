// The positions of the rows of one version of a huge file. The rows are counted on demand, one piece of the file at a
// time. Marks at regular distances lead to a row; they take 60 kB for each GB.
import type { FileHandle } from 'node:fs/promises';
import { splitRows } from './split-rows.ts';

/** Bytes per read while counting: large, because each read waits for a free thread. */
const COUNTED = 4 * 1024 * 1024;
/** Bytes between two marks, and per read of the rows to show. */
const PIECE = 512 * 1024;

/** The beginning of a row. */
interface Mark {
  at: number;
  row: number;
  /** From 1. */
  line: number;
  /** Whether the row is not the first of its line. */
  isContinued: boolean;
}

export interface Row extends Mark {
  bytes: Buffer;
}

/**
 * Identifies a row by its number (from 0), by the number of the line that it begins (from 1), or by one of its bytes.
 */
export type RowQuery = { row: number } | { line: number } | { byte: number };

export class RowIndex {
  readonly #marks: Mark[] = [{ at: 0, row: 0, line: 1, isContinued: false }];
  /** The buffer for counting, which is freed once all rows are counted. */
  #buffer: Buffer | null = null;
  /** All rows before this byte have been counted, including an unfinished one. */
  counted = 0;
  rows = 0;
  lines = 0;

  /** Counts one more piece of the file, which has `size` bytes. */
  async extend(file: FileHandle, size: number): Promise<void> {
    if (this.counted >= size) return;
    const mark = { ...this.#marks.at(-1)! };
    const start = mark.at;
    this.#buffer ??= Buffer.allocUnsafe(COUNTED);
    const bytes = await readInto(this.#buffer.subarray(0, size - start), file, start);
    // The file was truncated a moment ago, and the next request will notice.
    if (bytes.length === 0) return;
    let next = PIECE;
    const end = splitRows(bytes, (from, _to, isLineEnd) => {
      if (from >= next) {
        this.#marks.push({ ...mark, at: start + from });
        next = from + PIECE;
      }
      step(mark, isLineEnd);
    });
    const isUnfinished = end < bytes.length;
    this.rows = mark.row + (isUnfinished ? 1 : 0);
    this.lines = isUnfinished || mark.isContinued ? mark.line : mark.line - 1;
    this.counted = start + bytes.length;
    if (this.counted >= size) this.#buffer = null;
  }

  /** Returns up to `count` rows, starting at `row`, as far as they have been counted. */
  async read(file: FileHandle, row: number, count: number): Promise<Row[]> {
    const rows: Row[] = [];
    const mark = this.#markBefore((each) => each.row <= row);
    for await (const found of this.#rowsFrom(file, mark)) {
      if (found.row >= row) rows.push(found);
      if (rows.length === count) break;
    }
    return rows;
  }

  /** Returns the number of the row, or of the last one in a shorter file; undefined if it has not been counted yet. */
  async find(file: FileHandle, query: RowQuery, size: number): Promise<number | undefined> {
    const last = Math.max(0, this.rows - 1);
    const isAll = this.counted >= size;
    if ('row' in query) return query.row < this.rows ? query.row : isAll ? last : undefined;
    const isPast = 'line' in query ? query.line > this.lines : query.byte >= this.counted;
    if (isPast) return isAll ? last : undefined;
    const isBefore = (mark: Mark): boolean =>
      'line' in query
        ? mark.line < query.line || (mark.line === query.line && !mark.isContinued)
        : mark.at <= query.byte;
    let found = 0;
    for await (const row of this.#rowsFrom(file, this.#markBefore(isBefore))) {
      if (!isBefore(row)) break;
      found = row.row;
    }
    return found;
  }

  async *#rowsFrom(file: FileHandle, from: Mark): AsyncGenerator<Row, void, void> {
    const mark = { ...from };
    while (mark.at < this.counted) {
      const start = mark.at;
      const bytes = await readAt(file, start, Math.min(PIECE, this.counted - start));
      const rows: Row[] = [];
      const take = (at: number, to: number, isLineEnd: boolean): void => {
        rows.push({ ...mark, at: start + at, bytes: bytes.subarray(at, to) });
        step(mark, isLineEnd);
      };
      const end = splitRows(bytes, take);
      const isLast = start + bytes.length >= this.counted;
      if (isLast && end < bytes.length) take(end, bytes.length, false);
      yield* rows;
      if (isLast || bytes.length === 0) return;
      mark.at = start + end;
    }
  }

  /** Returns the last mark for which `isBefore` is true. It must be true for the first one. */
  #markBefore(isBefore: (mark: Mark) => boolean): Mark {
    let low = 0;
    let high = this.#marks.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#marks[middle]!)) low = middle;
      else high = middle;
    }
    return this.#marks[low]!;
  }
}

/** Moves to the next row. `isLineEnd`: whether the previous row ends its line. */
function step(mark: Mark, isLineEnd: boolean): void {
  mark.row += 1;
  if (isLineEnd) mark.line += 1;
  mark.isContinued = !isLineEnd;
}

/** Reads bytes. Returns fewer than requested at the end of the file. */
export function readAt(file: FileHandle, at: number, count: number): Promise<Buffer> {
  return readInto(Buffer.allocUnsafe(Math.max(0, count)), file, at);
}

async function readInto(buffer: Buffer, file: FileHandle, at: number): Promise<Buffer> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, at + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
