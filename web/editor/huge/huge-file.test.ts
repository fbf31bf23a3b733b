import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../lib/requests/api.ts';
import type { FileAccess } from '../file/file-route.ts';
import type { FileRow, FileRows } from '../../../shared/files.ts';
import { HugeFile } from './huge-file.svelte.ts';

/** A file behind a route that responds like the real one and counts `pace` more rows with each request. */
class Disk {
  rows: string[] = Array.from({ length: 1000 }, (_, n) => `row ${n}`);
  version = 'a';
  counted = 0;
  pace = 300;
  isGone = false;
  asked: string[] = [];

  json = async (route: string): Promise<unknown> => {
    if (this.isGone) throw new ApiError(404, 'not_found', 'gone');
    const query = new URLSearchParams(route.split('?')[1]);
    this.asked.push(query.get('row') ?? route);
    this.counted = Math.min(this.rows.length, this.counted + this.pace);
    const isAll = this.counted === this.rows.length;
    if (query.has('end') && !isAll) {
      const at = Math.max(0, this.rows.length - Number(query.get('count')));
      return this.#answer(
        0,
        this.rows.slice(at).map((text, n) => ({ at: (at + n) * 10, line: 0, text })),
      );
    }
    const wanted = Number(query.get('row') ?? Number(query.get('line')) - 1);
    const first = wanted < this.counted ? wanted : isAll ? this.counted - 1 : -1;
    const rows =
      first === -1 ? [] : this.rows.slice(first, Math.min(first + Number(query.get('count')), this.counted));
    return this.#answer(
      Math.max(0, first),
      rows.map((text, n) => ({ at: (first + n) * 10, line: first + n + 1, text })),
    );
  };

  #answer(first: number, rows: FileRow[]): FileRows {
    const { version, counted } = this;
    return {
      version,
      size: this.rows.length * 10,
      counted: counted * 10,
      total: counted,
      lines: counted,
      first,
      rows,
    };
  }
}

function open(disk: Disk): HugeFile {
  return new HugeFile('logs/app.log', () => ({ api: disk, path: 'agent' }) as unknown as FileAccess);
}

test('only the requested rows are read, and afterwards all rows are counted', async () => {
  const disk = new Disk();
  const file = open(disk);
  await file.show(0, 50);
  assert.equal(file.row(0)?.text, 'row 0');
  assert.equal(file.rowCount, 1000);
  // Rows that are not counted yet are requested again.
  await file.show(950, 990);
  assert.equal(file.row(999)?.text, 'row 999');
  assert.equal(file.isCounted, true);
  assert.equal(file.lines, 1000);
  assert.equal(file.row(500), undefined);
  const { length } = disk.asked;
  await file.show(960, 999);
  assert.equal(disk.asked.length, length);
});

test('a row is found by its line number; a line past the end means the last row', async () => {
  const file = open(new Disk());
  assert.equal(await file.find({ line: 901 }), 900);
  assert.equal(await file.find({ line: 5000 }), 999);
});

test('the end is read before it is counted, without numbers, and has them once it is', async () => {
  const disk = new Disk();
  disk.rows = Array.from({ length: 100_000 }, (_, n) => `row ${n}`);
  const file = open(disk);
  await file.show(0, 50);
  assert.equal(file.isCounted, false);
  const end = file.rowCount - 1;
  await file.show(end - 50, end);
  assert.equal(file.isCounted, false);
  const last = file.row(file.rowCount - 1)!;
  assert.deepEqual([last.text, last.line], ['row 99999', 0]);
  assert.equal(file.row(file.rowCount - 500)?.text, 'row 99500');
  assert.equal(file.row(file.rowCount - 501), undefined);
  disk.rows.push('appended');
  await file.refresh();
  await file.show(file.rowCount - 50, file.rowCount - 1);
  assert.equal(file.row(file.rowCount - 1)?.text, 'appended');
  disk.pace = 1e6;
  assert.equal(await file.find({ line: 100_001 }), 100_000);
  assert.equal(file.row(100_000)?.text, 'appended');
  await file.show(99_900, 100_000);
  assert.equal(file.row(100_000)?.line, 100_001);
});

test('the end of a rewritten file is read again, although it has the same size', async () => {
  const disk = new Disk();
  const rows = (name: string): string[] => Array.from({ length: 100_000 }, (_, n) => `${name} ${n}`);
  disk.rows = rows('row');
  const file = open(disk);
  await file.show(0, 50);
  await file.show(file.rowCount - 50, file.rowCount - 1);
  Object.assign(disk, { version: 'b', rows: rows('other'), counted: 0 });
  await file.refresh();
  assert.equal(file.isCounted, false);
  await file.show(file.rowCount - 50, file.rowCount - 1);
  assert.equal(file.row(file.rowCount - 1)?.text, 'other 99999');
  file.close();
});

test('the rows in sight at the end get their numbers as soon as all rows are counted', async () => {
  const disk = new Disk();
  disk.rows = Array.from({ length: 100_000 }, (_, n) => `row ${n}`);
  const file = open(disk);
  await file.show(0, 50);
  await file.show(file.rowCount - 50, file.rowCount - 1);
  assert.equal(file.row(file.rowCount - 1)?.line, 0);
  disk.pace = 1e6;
  const last = () => file.row(file.rowCount - 1)?.line;
  for (let turn = 0; turn < 1000 && last() !== 100_000; turn++) await new Promise(setImmediate);
  assert.deepEqual([file.isCounted, last()], [true, 100_000]);
});

test('while a far row is counted, other rows are read', async () => {
  const disk = new Disk();
  disk.rows = Array.from({ length: 100_000 }, (_, n) => `row ${n}`);
  const file = open(disk);
  await file.show(0, 50);
  let isFound = false;
  const far = file.find({ line: 99_000 }).then(() => (isFound = true));
  await file.show(200, 250);
  assert.equal(file.row(200)?.text, 'row 200');
  assert.equal(isFound, false);
  await far;
});

test('when the file grows, an unfinished last row is read again', async () => {
  const disk = new Disk();
  disk.pace = 5000;
  const file = open(disk);
  await file.show(900, 999);
  disk.rows[999] = 'row 999 goes on';
  disk.rows.push('a new one');
  await file.refresh();
  assert.equal(file.row(999)?.text, 'row 999 goes on');
  await file.show(900, 1000);
  assert.equal(file.row(1000)?.text, 'a new one');
  assert.equal(file.message, '');
});

test('a rewritten file replaces all rows with a message; a deleted file keeps them', async () => {
  const disk = new Disk();
  disk.pace = 5000;
  const file = open(disk);
  await file.show(0, 10);
  disk.version = 'b';
  disk.rows = ['only this'];
  await file.refresh();
  assert.equal(file.row(0)?.text, 'only this');
  assert.match(file.message, /^app\.log was replaced, shortened or rewritten/);
  disk.isGone = true;
  await file.refresh();
  assert.match(file.message, /^app\.log was deleted on disk\. The lines that were read are still here\.$/);
  assert.equal(file.row(0)?.text, 'only this');
  disk.isGone = false;
  await file.refresh();
  assert.equal(file.message, '');
});

test('reading an empty file ends', async () => {
  const disk = new Disk();
  disk.rows = [];
  const file = open(disk);
  await file.show(0, 10);
  assert.equal(file.rowCount, 0);
});
