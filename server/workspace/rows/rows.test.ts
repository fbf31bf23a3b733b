import assert from 'node:assert/strict';
import {
  appendFile,
  mkdtemp,
  open,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { FileRows } from '../../../shared/files.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';
import type { RowQuery } from './row-index.ts';
import { MAX_ROW, splitRows } from './split-rows.ts';

const LINES = 30_000;
let dir = '';
let workspace: Workspace;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rows-'));
  workspace = await openWorkspace(dir);
});

afterEach(async () => {
  workspace?.close();
  await rm(dir, { recursive: true });
});

/** Asks as a page does: again until the row is counted. */
async function rowsOf(path: string, query: RowQuery, count = 3): Promise<FileRows> {
  for (;;) {
    const found = await workspace.rows(path, query, count);
    if (found.rows.length > 0 || found.counted === found.size) return found;
  }
}

const texts = ({ rows }: FileRows): string[] => rows.map(({ text }) => text);
const isRefusal =
  (status: number, code: string) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.status === status && error.code === code;

/** Lines of different lengths, 1.5 MB in all. */
const line = (n: number): string => `line ${n} ${'é'.repeat(n % 40)}`;
const log = Array.from({ length: LINES }, (_, n) => `${line(n + 1)}\n`).join('');

test('rows are found by number, by line and by byte, wherever they are', async () => {
  await writeFile(join(dir, 'a.log'), log);
  for (const n of [1, 2, 4095, 15_000, LINES - 1, LINES]) {
    const byLine = await rowsOf('a.log', { line: n }, 1);
    assert.equal(byLine.first, n - 1);
    assert.deepEqual(texts(byLine), [line(n)]);
    assert.equal(byLine.rows[0]!.line, n);
    assert.deepEqual((await rowsOf('a.log', { row: n - 1 }, 1)).rows, byLine.rows);
    const { at } = byLine.rows[0]!;
    assert.equal((await rowsOf('a.log', { byte: at + 3 }, 1)).first, n - 1);
  }
  const end = await rowsOf('a.log', { row: 1e9 });
  assert.deepEqual(texts(end), [line(LINES)]);
  assert.deepEqual([end.total, end.lines, end.counted], [LINES, LINES, Buffer.byteLength(log)]);
});

test('a line without an end is cut into rows between its characters, and nothing of it is lost', async () => {
  const long = '€ß'.repeat(100_000);
  await writeFile(join(dir, 'one.json'), `first\n${long}\nlast`);
  const found = await rowsOf('one.json', { row: 0 }, 500);
  assert.equal(found.total, found.rows.length);
  assert.equal(found.lines, 3);
  const middle = found.rows.slice(1, -1);
  assert.equal(middle.map(({ text }) => text).join(''), long);
  assert.deepEqual([...new Set(middle.map((row) => row.line))], [2]);
  assert.deepEqual(
    middle.map(({ isContinued }) => isContinued ?? false),
    middle.map((_, at) => at > 0),
  );
  assert.ok(middle.every(({ text }) => Buffer.byteLength(text) <= MAX_ROW));
  assert.deepEqual(texts(await rowsOf('one.json', { line: 3 })), ['last']);
  assert.equal((await rowsOf('one.json', { line: 2 })).first, 1);
});

test('rows do not depend on where the pieces of the file are that are read', () => {
  const bytes = Buffer.from(
    `${'x'.repeat(MAX_ROW)}\n${'y'.repeat(MAX_ROW + 1)}\n\n${'🙂'.repeat(2000)}\nend\n`,
  );
  const rowsIn = (size: number): string[] => {
    const rows: string[] = [];
    let rest = Buffer.alloc(0);
    for (let at = 0; at < bytes.length; at += size) {
      const piece = Buffer.concat([rest, bytes.subarray(at, at + size)]);
      const end = splitRows(piece, (from, to, isEnd) =>
        rows.push(`${piece.toString('utf8', from, to)}${isEnd}`),
      );
      rest = piece.subarray(end);
    }
    return rows;
  };
  const whole = rowsIn(bytes.length);
  assert.deepEqual(
    whole.slice(0, 4).map((row) => row.length),
    [MAX_ROW + 4, MAX_ROW + 5, 5, 4],
  );
  for (const size of [1, 7, 1000, MAX_ROW, MAX_ROW + 1, 5000]) assert.deepEqual(rowsIn(size), whole);
});

test('a file that grows stays the same version, and an unfinished line continues', async () => {
  await writeFile(join(dir, 'a.log'), 'one\ntwo');
  const before = await rowsOf('a.log', { row: 0 });
  assert.deepEqual([before.total, before.lines, ...texts(before)], [2, 2, 'one', 'two']);
  await appendFile(join(dir, 'a.log'), ' and a half\nthree\n');
  const after = await rowsOf('a.log', { row: 0 });
  assert.deepEqual([after.version, after.total], [before.version, 3]);
  assert.deepEqual(texts(after), ['one', 'two and a half', 'three']);
});

test('a file that was replaced, shortened or rewritten is another version with its own rows', async () => {
  const path = join(dir, 'a.log');
  await writeFile(path, log);
  const seen = new Set<string>();
  const look = async (...expected: string[]): Promise<void> => {
    const found = await rowsOf('a.log', { row: 0 }, expected.length);
    assert.deepEqual(texts(found), expected);
    assert.ok(!seen.has(found.version));
    seen.add(found.version);
  };
  await look(line(1));
  await truncate(path, 6);
  await look('line 1');
  await writeFile(join(dir, 'new'), 'rotated\nsecond\n');
  await rename(join(dir, 'new'), path);
  await look('rotated', 'second');
  await writeFile(path, 'ROTATED\nsecond\nthird\n');
  await look('ROTATED', 'second', 'third');
  // The length is the same, so that only the time differs.
  await writeFile(path, 'ROTATED\nSECOND\nthird\n');
  await utimes(path, 1, 1);
  await look('ROTATED', 'SECOND', 'third');
  await rm(path);
  await assert.rejects(workspace.rows('a.log', { row: 0 }, 1), isRefusal(404, 'not_found'));
});

test('bytes that are not UTF-8, a BOM, and line ends of Windows do not get in the way', async () => {
  await writeFile(join(dir, 'a.txt'), Buffer.from('\uFEFFone\r\ncaf\xe9\r\n\r\nend', 'latin1'));
  await writeFile(join(dir, 'b.txt'), Buffer.concat([Buffer.from('\uFEFFone\r\n'), Buffer.of(0x80, 0xff)]));
  assert.deepEqual(texts(await rowsOf('a.txt', { row: 1 })), ['caf\uFFFD', '', 'end']);
  assert.deepEqual(texts(await rowsOf('b.txt', { row: 0 })), ['one', '\uFFFD\uFFFD']);
  await writeFile(join(dir, 'empty'), '');
  assert.deepEqual((await rowsOf('empty', { row: 0 })).rows, []);
});

test('hundreds of MB are counted a piece at a time, and the first rows come before that', async () => {
  const path = join(dir, 'huge.log');
  await writeFile(path, log);
  const size = 200 * 1024 ** 2;
  await truncate(path, size);
  await appendFile(path, '\nthe last line\n');
  const first = await workspace.rows('huge.log', { row: 0 }, 2);
  assert.deepEqual(texts(first), [line(1), line(2)]);
  assert.ok(first.counted < size);
  const end = await rowsOf('huge.log', { row: Number.MAX_SAFE_INTEGER });
  assert.deepEqual(texts(end), ['the last line']);
  assert.equal(end.lines, LINES + 2);
});

test('S-36, S-38: rows are refused like the file itself: outside, a folder, a binary', async () => {
  await symlink('/etc/passwd', join(dir, 'out'));
  const binary = await open(join(dir, 'b.bin'), 'w');
  await binary.write(Buffer.alloc(100));
  await binary.close();
  await assert.rejects(workspace.rows('out', { row: 0 }, 1), isRefusal(403, 'outside_workspace'));
  await assert.rejects(workspace.rows('../x', { row: 0 }, 1), isRefusal(400, 'bad_path'));
  await assert.rejects(workspace.rows('', { row: 0 }, 1), isRefusal(400, 'not_a_file'));
  await assert.rejects(workspace.rows('b.bin', { row: 0 }, 1), isRefusal(415, 'binary'));
});
