import assert from 'node:assert/strict';
import type { FileHandle } from 'node:fs/promises';
import { test } from 'node:test';
import { readAt, RowIndex, type Row } from './row-index.ts';
import { splitRows } from './split-rows.ts';

/** A file with this content, of which one read gets at most `atMost` bytes. `reads`: how many bytes each got. */
function fileOf(content: Buffer, { atMost = Infinity } = {}) {
  const reads: number[] = [];
  const read = async (...[buffer, offset, length, position]: [Buffer, number, number, number]) => {
    assert.ok(offset + length <= buffer.length);
    const part = content.subarray(position, position + Math.min(length, atMost));
    part.copy(buffer, offset);
    reads.push(part.length);
    return { bytesRead: part.length, buffer };
  };
  return { file: { read } as unknown as FileHandle, reads };
}

/** The rows of a text, split as a whole. */
function rowsOf(content: Buffer): Row[] {
  const rows: Row[] = [];
  let [line, isContinued] = [1, false];
  const add = (from: number, to: number, isLineEnd: boolean): void => {
    rows.push({ at: from, row: rows.length, line, isContinued, bytes: content.subarray(from, to) });
    if (isLineEnd) line += 1;
    isContinued = !isLineEnd;
  };
  const end = splitRows(content, add);
  if (end < content.length) add(end, content.length, false);
  return rows;
}

async function count(index: RowIndex, file: FileHandle, size: number): Promise<number> {
  let pieces = 0;
  for (; index.counted < size; pieces++) await index.extend(file, size);
  return pieces;
}

/** 9 MB of short and long lines, and one line of a megabyte. The last line has no end. */
const LONG = Buffer.from(
  Array.from({ length: 9000 }, (_, n) =>
    n === 4000 ? 'é'.repeat(500_000) : `${n} ${'x'.repeat(n % 10 === 0 ? 6000 : n % 900)}`,
  ).join('\n'),
);

test('the rows of a large file are those of its text, wherever it was cut for reading', async () => {
  const { file, reads } = fileOf(LONG);
  const index = new RowIndex();
  assert.equal(await count(index, file, LONG.length), 3);
  assert.ok(Math.max(...reads) <= 4 * 1024 * 1024);
  const expected = rowsOf(LONG);
  assert.deepEqual([index.rows, index.lines, index.counted], [expected.length, 9000, LONG.length]);
  assert.deepEqual(await index.read(file, 0, 1e9), expected);
});

test('a row is found by number, by line and by any of its bytes, and read without what is before it', async () => {
  const { file, reads } = fileOf(LONG);
  const index = new RowIndex();
  await count(index, file, LONG.length);
  const expected = rowsOf(LONG);
  const size = LONG.length;
  for (let row = 0; row < expected.length; row += 1303) {
    const { at, line, bytes } = expected[row]!;
    assert.equal(await index.find(file, { row }, size), row);
    assert.equal(await index.find(file, { byte: at }, size), row);
    assert.equal(await index.find(file, { byte: at + Math.max(0, bytes.length - 1) }, size), row);
    const first = expected.find((other) => other.line === line)!.row;
    assert.equal(await index.find(file, { line }, size), first);
    reads.length = 0;
    assert.deepEqual(await index.read(file, row, 3), expected.slice(row, row + 3));
    assert.ok(reads.length <= 3, `${reads.length} reads`);
  }
});

test('a position past the end gives the last row; a row that is not counted yet is not known', async () => {
  const { file } = fileOf(LONG);
  const index = new RowIndex();
  const size = LONG.length;
  assert.equal(await index.find(file, { row: 0 }, size), undefined);
  await index.extend(file, size);
  const { rows, lines, counted } = index;
  assert.equal(await index.find(file, { row: rows - 1 }, size), rows - 1);
  assert.equal(await index.find(file, { row: rows }, size), undefined);
  assert.equal(await index.find(file, { byte: counted - 1 }, size), rows - 1);
  assert.equal(await index.find(file, { byte: counted }, size), undefined);
  assert.equal(typeof (await index.find(file, { line: lines }, size)), 'number');
  assert.equal(await index.find(file, { line: lines + 1 }, size), undefined);
  await count(index, file, size);
  for (const query of [{ row: 1e9 }, { line: 1e9 }, { byte: 1e9 }])
    assert.equal(await index.find(file, query, size), index.rows - 1);
});

test('an empty file has no rows, so that its first one is not found', async () => {
  const { file } = fileOf(Buffer.alloc(0));
  const index = new RowIndex();
  await index.extend(file, 0);
  assert.deepEqual([index.rows, index.lines, index.counted], [0, 0, 0]);
  assert.equal(await index.find(file, { row: 0 }, 0), 0);
  assert.deepEqual(await index.read(file, 0, 5), []);
});

test('lines are counted correctly whether or not the text ends with a line end', async () => {
  for (const [text, lines] of [
    ['a', 1],
    ['a\n', 1],
    ['a\n\n', 2],
    ['a\nb', 2],
    ['x'.repeat(5000), 1],
    [`${'x'.repeat(5000)}\n`, 1],
    [`${'x'.repeat(4096)}`, 1],
  ] as const) {
    const content = Buffer.from(text);
    const index = new RowIndex();
    await index.extend(fileOf(content).file, content.length);
    assert.deepEqual([index.lines, index.rows], [lines, rowsOf(content).length], text.slice(0, 9));
  }
});

test('a part of a line that is appended to a file belongs to its last row', async () => {
  const index = new RowIndex();
  for (const text of [
    'one\ntw',
    'one\ntwo',
    'one\ntwo\nthr',
    `one\ntwo\nthree ${'x'.repeat(3000)}\nfour\n`,
  ]) {
    const content = Buffer.from(text);
    const { file } = fileOf(content);
    await index.extend(file, content.length);
    assert.deepEqual(await index.read(file, 0, 99), rowsOf(content));
    assert.equal(index.rows, rowsOf(content).length);
  }
});

test('a disk that gives a few bytes at a time gives the same rows', async () => {
  const content = LONG.subarray(0, 20_000);
  const { file } = fileOf(content, { atMost: 777 });
  const index = new RowIndex();
  await index.extend(file, content.length);
  assert.deepEqual(await index.read(file, 0, 1e9), rowsOf(content));
});

test('a file that was shortened while it is counted ends where it ends now', async () => {
  const index = new RowIndex();
  await index.extend(fileOf(Buffer.alloc(0)).file, 100);
  assert.deepEqual([index.rows, index.lines, index.counted], [0, 0, 0]);
  const content = Buffer.from('one\ntwo\n');
  await index.extend(fileOf(content).file, content.length);
  assert.deepEqual(await index.read(fileOf(content.subarray(0, 4)).file, 0, 9), rowsOf(content).slice(0, 1));
  assert.deepEqual(await index.read(fileOf(Buffer.alloc(0)).file, 0, 9), []);
});

test('counted rows are not read again, and rows that were appended since are not counted', async () => {
  const content = Buffer.from('one\ntwo\nthree\n');
  const { file, reads } = fileOf(content);
  const index = new RowIndex();
  await index.extend(file, 8);
  assert.deepEqual([index.rows, index.lines, index.counted], [2, 2, 8]);
  assert.deepEqual(await index.read(file, 0, 9), rowsOf(content.subarray(0, 8)));
  reads.length = 0;
  await index.extend(file, 8);
  assert.deepEqual(reads, []);
  await index.extend(file, content.length);
  assert.deepEqual(await index.read(file, 1, 9), rowsOf(content).slice(1));
});

test('nothing is read before the beginning of a file', async () => {
  const { file, reads } = fileOf(Buffer.from('text'));
  assert.equal((await readAt(file, 0, -5)).length, 0);
  assert.equal((await readAt(file, 2, 9)).toString(), 'xt');
  assert.deepEqual(reads, [2, 0]);
});
