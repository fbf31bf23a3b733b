import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { readRanges, scanLines } from './line-scan.ts';

let folder: string;
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'line-scan-'))));
after(() => rm(folder, { recursive: true }));

interface Seen {
  offset: number;
  length: number;
  head: string;
  tail: string;
  isTerminated: boolean;
}

async function scan(text: string, chunkBytes: number, stopAfter = Infinity): Promise<Seen[]> {
  const name = path.join(folder, 'lines');
  await writeFile(name, text);
  const file = await open(name);
  const seen: Seen[] = [];
  try {
    await scanLines(file, { from: 0, to: Buffer.byteLength(text), chunkBytes }, ({ head, tail, ...rest }) => {
      seen.push({ ...rest, head: head.toString('latin1'), tail: tail.toString('latin1') });
      return seen.length < stopAfter;
    });
  } finally {
    await file.close();
  }
  return seen;
}

test('for any chunk size, every line is visited once with its position, and whole if it fits', async () => {
  const texts = fc.array(fc.string({ maxLength: 40 })).map((lines) => lines.join('\n'));
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 64 }), async (text, chunkBytes) => {
      const bytes = Buffer.from(text);
      const seen = await scan(text, chunkBytes);
      const lines = bytes.toString('latin1').split('\n');
      if (lines.at(-1) === '') lines.pop();
      assert.equal(seen.length, lines.length);
      for (const [i, line] of lines.entries()) {
        const { offset, length, head, tail, isTerminated } = seen[i] ?? assert.fail();
        assert.equal(bytes.toString('latin1', offset, offset + length), line);
        assert.equal(isTerminated, bytes[offset + length] === 10);
        assert.ok(line.startsWith(head) && line.endsWith(tail));
        if (length < chunkBytes) assert.equal(head, line);
      }
    }),
  );
});

test('only both ends of a line of many chunks are kept', async () => {
  const [line] = await scan(`${'a'.repeat(100_000)}${'z'.repeat(100_000)}\n`, 16 * 1024);
  assert.deepEqual([line?.length, line?.head, line?.tail], [200_000, 'a'.repeat(4096), 'z'.repeat(4096)]);
});

test('a visitor that returns false gets no further line', async () => {
  assert.equal((await scan('a\nb\nc\n', 1024, 2)).length, 2);
});

test('ranges are read each by itself, in any order, near each other, over each other, and past the end', async () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251));
  const name = path.join(folder, 'ranges');
  await writeFile(name, bytes);
  const file = await open(name);
  try {
    const ranges = [
      [0, 10],
      [10, 5],
      [20, 30],
      [25, 10],
      [5, 3],
      [60_000, 20],
      [60_010, 0],
      [99_995, 10],
      [200_000, 10],
      [50, 1],
    ].map(([offset, length]) => ({ offset: offset!, length: length! }));
    const expected = ranges.map(({ offset, length }) => bytes.subarray(offset, offset + length));
    assert.deepEqual(await readRanges(file, ranges), expected);
    assert.deepEqual(await readRanges(file, []), []);
  } finally {
    await file.close();
  }
});
