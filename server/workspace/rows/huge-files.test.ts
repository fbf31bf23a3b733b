import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, open, realpath, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { HugeFiles } from './huge-files.ts';

let dir = '';
let files: HugeFiles;

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'huge-')));
  files = new HugeFiles({ real: dir });
});

afterEach(() => rm(dir, { recursive: true }));

const versionOf = async (name: string): Promise<string> => (await files.rows(name, { row: 0 }, 1)).version;

test('the eight files that were asked for last are remembered', async () => {
  for (let n = 0; n < 9; n++) await writeFile(join(dir, `${n}`), `text ${n}`);
  const versions: string[] = [];
  for (let n = 0; n < 8; n++) versions.push(await versionOf(`${n}`));
  assert.equal(await versionOf('0'), versions[0]);
  await versionOf('8');
  assert.equal(await versionOf('0'), versions[0]);
  assert.equal(await versionOf('2'), versions[2]);
  assert.notEqual(await versionOf('1'), versions[1]);
});

test('two requests at the same time count each row once', async () => {
  await writeFile(join(dir, 'a.log'), `${'x'.repeat(99)}\n`.repeat(60_000));
  const last = { row: Number.MAX_SAFE_INTEGER };
  const answers = await Promise.all([1, 2, 3].map(() => files.rows('a.log', last, 1)));
  // On a slow machine, three requests may not be enough to count to the end.
  while (answers.at(-1)!.counted < answers.at(-1)!.size) answers.push(await files.rows('a.log', last, 1));
  assert.deepEqual([answers.at(-1)!.total, answers.at(-1)!.lines], [60_000, 60_000]);
  assert.equal(new Set(answers.map(({ version }) => version)).size, 1);
});

test('a file that was rewritten and is longer now is another version, at its beginning or at its old end', async () => {
  const path = join(dir, 'a.log');
  const text = 'x'.repeat(10_000);
  await writeFile(path, `${text}\n`);
  const first = await versionOf('a.log');
  await appendFile(path, 'more\n');
  assert.equal(await versionOf('a.log'), first);
  await writeFile(path, `y${text.slice(1)}\nmore\nand more\n`);
  const second = await versionOf('a.log');
  assert.notEqual(second, first);
  await writeFile(path, `y${text.slice(1)}\nmore\nAND MORE\nand more\n`);
  assert.notEqual(await versionOf('a.log'), second);
});

test('a file of the same length is the same version only with the same time', async () => {
  const path = join(dir, 'a.log');
  await writeFile(path, 'text');
  await utimes(path, 1, 1);
  const version = await versionOf('a.log');
  assert.equal(await versionOf('a.log'), version);
  await utimes(path, 1, 2);
  assert.notEqual(await versionOf('a.log'), version);
});

test('a file that took the place of another one with the same length and time is another version', async () => {
  for (const name of ['a.log', 'b.log']) {
    await writeFile(join(dir, name), `${'x'.repeat(1000)}${name}${'x'.repeat(1000)}`);
    await utimes(join(dir, name), 1, 1);
  }
  const version = await versionOf('a.log');
  await rename(join(dir, 'b.log'), join(dir, 'a.log'));
  assert.notEqual(await versionOf('a.log'), version);
});

test('anything but a regular file has neither rows nor bytes', async (t) => {
  if (process.platform === 'win32') return t.skip('no such files');
  execFileSync('mkfifo', [join(dir, 'fifo')]);
  await assert.rejects(files.rows('fifo', { row: 0 }, 1), { code: 'not_a_file' });
  await assert.rejects(files.bytes('fifo', 0).next(), { code: 'not_a_file' });
});

test('a NUL in the first 8 KiB makes a file binary, a later one does not', async () => {
  await writeFile(join(dir, 'a'), Buffer.concat([Buffer.alloc(8191, 'x'), Buffer.of(0)]));
  await assert.rejects(files.rows('a', { row: 0 }, 1), { status: 415, code: 'binary' });
  await writeFile(join(dir, 'b'), Buffer.concat([Buffer.alloc(8192, 'x'), Buffer.of(0)]));
  assert.equal((await files.rows('b', { row: 0 }, 9)).size, 8193);
});

test('an answer says where its rows are and how much of the file is counted', async () => {
  await writeFile(join(dir, 'a'), '\uFEFFone\r\n\uFEFFt\rwo\r\nthree');
  const { version, ...answer } = await files.rows('a', { line: 2 }, 2);
  assert.match(version, /^[\da-f-]{36}$/);
  assert.deepEqual(answer, {
    size: 22,
    counted: 22,
    total: 3,
    lines: 3,
    first: 1,
    rows: [
      { at: 8, line: 2, text: '\uFEFFt\rwo' },
      { at: 17, line: 3, text: 'three' },
    ],
  });
  await writeFile(join(dir, 'b'), 'x'.repeat(3000));
  assert.deepEqual(
    (await files.rows('b', { row: 0 }, 9)).rows.map(({ at, isContinued }) => [at, isContinued]),
    [
      [0, undefined],
      [2048, true],
    ],
  );
});

test('rows that are counted already come at once from a file that is not counted to its end', async () => {
  const huge = await open(join(dir, 'huge'), 'w');
  await huge.write(`first\nsecond\n${'x'.repeat(8192)}\n`);
  await huge.write(Buffer.from('x'), 0, 1, 3e10);
  await huge.close();
  const answer = await files.rows('huge', { row: 1 }, 1);
  assert.equal(answer.rows[0]?.text, 'second');
  assert.ok(answer.counted < 10e6, `${answer.counted} bytes were counted`);
  const far = await files.rows('huge', { byte: 3e10 }, 1);
  assert.deepEqual([far.rows, far.first], [[], 0]);
  assert.ok(far.counted > answer.counted && far.counted < far.size, 'one request counts for half a second');
});

test('the last rows come before they are counted, without numbers, and afterwards with them', async () => {
  const path = join(dir, 'huge');
  const write = async (size: number): Promise<void> => {
    const huge = await open(path, 'w');
    await huge.write(`first\n${'x'.repeat(8192)}\n`);
    await huge.write(`\né one\r\n${'y'.repeat(2050)}\nthe end`, size);
    await huge.close();
  };
  await write(3e10);
  const early = await files.rows('huge', { end: true }, 4);
  assert.ok(early.counted < early.size);
  assert.deepEqual(
    early.rows.map(({ at, line, isContinued, text }) => [at - 3e10, line, isContinued, text.slice(-7)]),
    [
      [1, 0, undefined, 'é one'],
      [9, 0, undefined, 'yyyyyyy'],
      [9 + 2048, 0, true, 'yy'],
      [9 + 2051, 0, undefined, 'the end'],
    ],
  );
  assert.equal((await files.rows('huge', { row: 0 }, 1)).version, early.version);
  await write(10_000);
  const late = await files.rows('huge', { end: true }, 2);
  assert.deepEqual([late.counted, late.first + 2, late.lines], [late.size, late.total, 6]);
  assert.deepEqual(
    late.rows.map(({ line, text }) => [line, text]),
    [
      [5, 'yy'],
      [6, 'the end'],
    ],
  );
});

test('the last rows of one enormous line begin with a whole character', async () => {
  const huge = await open(join(dir, 'huge'), 'w');
  await huge.write('x'.repeat(8192));
  // The read of the end begins in the middle of a character.
  await huge.write('é'.repeat(400_000), 3e10 + 1);
  await huge.write('z', 3e10 + 1 + 800_000);
  await huge.close();
  const { rows } = await files.rows('huge', { end: true }, 500);
  assert.equal(rows[0]!.isContinued, true);
  assert.match(rows.map(({ text }) => text).join(''), /^é+z$/);
});

test('the bytes of a file are read in pieces of a MiB, up to its present end', async () => {
  const content = Buffer.alloc(2 * 1024 * 1024, 'text ');
  await writeFile(join(dir, 'a'), content);
  const read = async (from: number): Promise<number[]> => {
    const lengths: number[] = [];
    let at = from;
    for await (const part of files.bytes('a', from)) {
      assert.ok(content.subarray(at, at + part.length).equals(part));
      at += part.length;
      lengths.push(part.length);
    }
    return lengths;
  };
  assert.deepEqual(await read(0), [1024 ** 2, 1024 ** 2]);
  assert.deepEqual(await read(1024 ** 2 + 1), [1024 ** 2 - 1]);
  assert.deepEqual(await read(5e9), []);
});
