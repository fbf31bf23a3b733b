import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hit } from '../../../shared/searches.ts';
import { LineFinder } from './line-finder.ts';

function find(text: string, pattern: RegExp, size = Infinity): Hit[] {
  const bytes = Buffer.from(text);
  const finder = new LineFinder(pattern, 0);
  const hits: Hit[] = [];
  for (let at = 0; at < bytes.length; at += size) hits.push(...finder.add(bytes.subarray(at, at + size)));
  return [...hits, ...finder.end()];
}

/** The bytes of each hit, as text. */
function texts(text: string, pattern: RegExp, size?: number): string[] {
  const bytes = Buffer.from(text);
  return find(text, pattern, size).map(([at, length]) => bytes.toString('utf8', at, at + length));
}

test('matches are reported at their bytes, however the output is divided into pieces', () => {
  const text = 'eins\nzwöi dröi\nvier\n\nzwöi';
  for (const size of [1, 2, 3, 7, 100]) {
    assert.deepEqual(texts(text, /zwöi|v/g, size), ['zwöi', 'v', 'zwöi'], `${size}`);
    assert.deepEqual(find(text, /zwöi/g, size)[0], [5, 5]);
  }
});

test('colors are not part of the searched text, but they count as bytes of a match', () => {
  const text = '\x1b[1mno\x1b[0m \x1b[31merr\x1b[39mor\x1b]8;;https://a.b\x07here\x1b]8;;\x07';
  assert.deepEqual(texts(text, /error/g), ['err\x1b[39mor']);
  assert.deepEqual(texts(text, /here|31|https/g), ['here']);
});

test('a title is not searched, also without an end, and what follows on the next line is', () => {
  for (const start of ['\x1b]0;', '\x1bP', '\x1b_', '\x1b^', '\x1bX'])
    assert.deepEqual(texts(`one${start}error\nerror\n`, /one|error/g), ['one', 'error'], start);
  assert.deepEqual(texts('\x1b[\nerror \x1b[漢字', /error|漢字/g), ['error', '漢字']);
});

test('text that a carriage return overwrites is not found; one at the end of a line has no effect', () => {
  assert.deepEqual(texts('10%\r50%\rdone\r\nnext\r\n', /\d+|done|next/g), ['done', 'next']);
});

test('a match stays within its line, and an expression that matches the empty text finds nothing', () => {
  assert.deepEqual(texts('a\nb', /a\s*b/g), []);
  assert.deepEqual(texts('abc', /x*/g), []);
});

test('a search continues with the unfinished line', () => {
  const finder = new LineFinder(/one/g, 100);
  assert.deepEqual(finder.add(Buffer.from('one\non')), [[100, 3]]);
  assert.equal(finder.next, 104);
  assert.deepEqual(finder.end(), []);
  const later = new LineFinder(/one/g, finder.next);
  assert.deepEqual([...later.add(Buffer.from('one')), ...later.end()], [[104, 3]]);
});

test('lines of any length are searched with little memory', () => {
  const finder = new LineFinder(/needle/g, 0);
  const piece = Buffer.alloc(400_000, 'x');
  for (let n = 0; n < 10; n++) assert.deepEqual(finder.add(piece), []);
  assert.deepEqual(finder.add(Buffer.from('needle\n')), [[4_000_000, 6]]);
  assert.equal(finder.next, 4_000_007);
});
