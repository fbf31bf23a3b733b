import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedSink } from './marked-sink.ts';

/** What a sink got from byte `from` on, in pieces of this size, with `|` where the mark was. */
function marked(text: string, { at, from = 0, step }: { at: number; from?: number; step: number }): string {
  let got = '';
  let position = from;
  const sink = markedSink({
    at,
    position: () => position,
    onMark: () => (got += '|'),
    sink: {
      isFull: false,
      drained: () => Promise.resolve(),
      write: (bytes) => void (got += new TextDecoder().decode(bytes)),
    },
  });
  const bytes = new TextEncoder().encode(text);
  for (let start = from; start < bytes.length; start += step) {
    const piece = bytes.subarray(start, start + step);
    position += piece.length;
    sink.write(piece);
  }
  return got;
}

test('the mark is met exactly once at its byte, however the bytes come', () => {
  for (const step of [1, 2, 3, 4, 100]) assert.equal(marked('abcdefg', { at: 4, step }), 'abcd|efg');
  assert.equal(marked('abcdefg', { at: 5, from: 2, step: 2 }), 'cde|fg');
  assert.equal(marked('abcdefg', { at: 7, step: 3 }), 'abcdefg|');
});

test('a mark before the first byte is met at once, one behind the last never', () => {
  assert.equal(marked('abc', { at: 0, step: 2 }), '|abc');
  assert.equal(marked('abcdefg', { at: 2, from: 4, step: 2 }), '|efg');
  assert.equal(marked('abc', { at: 4, step: 2 }), 'abc');
});
