// Reads the last rows of a file whose rows are not counted yet, so that the end of a log is shown at once.
import type { FileHandle } from 'node:fs/promises';
import { readAt, type Row } from './row-index.ts';
import { characterFrom, splitRows } from './split-rows.ts';

/** How many bytes at the end are divided into rows. */
const READ = 512 * 1024;

/**
 * Returns up to `count` rows. Their row and line numbers are 0, which means that they are not known. If all rows belong
 * to one long line, it may be divided at different places once it is counted.
 */
export async function readLastRows(file: FileHandle, size: number, count: number): Promise<Row[]> {
  const start = Math.max(0, size - READ);
  const bytes = await readAt(file, start, size - start);
  const lineEnd = start === 0 ? -1 : bytes.indexOf('\n');
  const isInLine = start > 0 && (lineEnd === -1 || lineEnd === bytes.length - 1);
  const from = isInLine ? characterFrom(bytes) : lineEnd + 1;
  const text = bytes.subarray(from);
  const rows: Row[] = [];
  let isContinued = isInLine;
  const take = (at: number, to: number, isLineEnd: boolean): void => {
    rows.push({ at: start + from + at, row: 0, line: 0, isContinued, bytes: text.subarray(at, to) });
    isContinued = !isLineEnd;
  };
  const end = splitRows(text, take);
  if (end < text.length) take(end, text.length, false);
  return rows.slice(-count);
}
