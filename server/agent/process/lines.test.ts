import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LineReader } from './lines.ts';

interface Read {
  lines: Buffer[];
  rest: Buffer[];
  tooLong: number[];
}

function read(chunks: Iterable<Buffer>, maxBytes?: number): Read {
  const got: Read = { lines: [], rest: [], tooLong: [] };
  const reader = new LineReader({
    onLine: (line) => got.lines.push(line),
    onRest: (rest) => got.rest.push(rest),
    onTooLong: (bytes) => got.tooLong.push(bytes),
    ...(maxBytes !== undefined && { maxBytes }),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return got;
}

function split(bytes: Buffer, at: number[]): Buffer[] {
  const cuts = [0, ...at.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

const cuts = fc.array(fc.nat());
const text = fc
  .array(fc.constantFrom('a', '{', '"', '\r', '\u2028', '\u2029', '\u0085', 'é', '漢', '😀', '\0'))
  .map((parts) => parts.join(''));

test('R-32: the lines are the same wherever the bytes are split, even inside a character', () => {
  fc.assert(
    fc.property(fc.array(text), text, cuts, (lines, rest, at) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join('') + rest);
      const got = read(split(bytes, at));
      const expected = lines.map((line) => line.replace(/\r$/, ''));
      assert.deepEqual(got.lines.map(String), expected);
      assert.deepEqual(got.rest.map(String), rest === '' ? [] : [rest.replace(/\r$/, '')]);
    }),
  );
});

test('R-34: bytes that are not UTF-8 pass unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array(), cuts, (raw, at) => {
      const bytes = Buffer.from(raw).map((byte) => (byte === 0x0a || byte === 0x0d ? 0xff : byte));
      const got = read(split(Buffer.concat([bytes, Buffer.from('\n')]), at));
      assert.deepEqual(got.lines, [Buffer.from(bytes)]);
    }),
  );
});

test('R-33: one CR before the LF belongs to the line end, every other CR to the line', () => {
  const got = read([Buffer.from('a\r\n\r\r\nb\rc\n')]);
  assert.deepEqual(got.lines.map(String), ['a', '\r', 'b\rc']);
});

test('R-33: U+2028 and U+2029 do not end a line', () => {
  const got = read([Buffer.from('{"a":"x\u2028y\u2029z"}\n')]);
  assert.deepEqual(got.lines.map(String), ['{"a":"x\u2028y\u2029z"}']);
});

test('an empty line is reported as empty', () => {
  assert.deepEqual(read([Buffer.from('\n\n')]).lines.map(String), ['', '']);
});

test('a stream that ends with a line end has no rest', () => {
  assert.deepEqual(read([Buffer.from('a\n')]).rest, []);
});

test('R-30: a line over the limit is dropped and its bytes are counted, and the next line is read', () => {
  const got = read([Buffer.from('12345'), Buffer.from('678\nab\n')], 7);
  assert.deepEqual(got.tooLong, [8]);
  assert.deepEqual(got.lines.map(String), ['ab']);
});

test('a line of exactly the limit is kept', () => {
  assert.deepEqual(read([Buffer.from('1234567\n')], 7).lines.map(String), ['1234567']);
});

test('R-36: an unfinished line over the limit is too long, not a rest', () => {
  const got = read([Buffer.from('12345678')], 7);
  assert.deepEqual([got.tooLong, got.rest], [[8], []]);
});

// Quadratic reading takes a minute here, linear a few dozen milliseconds.
test('R-30: a line of 100 MB in chunks of 64 KB is read in linear time', { timeout: 120_000 }, () => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const chunks = [...Array<Buffer>(1600).fill(chunk), Buffer.from('\n')];
  assert.equal(read(chunks).lines[0]?.length, 1600 * chunk.length);
});
