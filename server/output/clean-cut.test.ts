import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanCut } from './clean-cut.ts';

/** Bytes at which decoders disagree: leads of every length, forbidden ones, surrogates, marks, continuations. */
const trickyBytes = fc
  .array(
    fc.constantFrom(
      ...[0x41, 0x0a, 0x00, 0x80, 0xbf, 0xc0, 0xc2, 0xe0, 0xa0, 0xed, 0xef, 0xbb, 0xbf],
      ...[0xf0, 0x90, 0x9f, 0x98, 0xf4, 0x8f, 0xf5, 0xff, 0xe2, 0x82, 0xac],
    ),
    { maxLength: 60 },
  )
  .map((bytes) => Buffer.from(bytes));

test('decoding between cuts gives what one streaming decoder gives, wherever the chunks end', () => {
  fc.assert(
    fc.property(trickyBytes, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (bytes, sizes) => {
      const streaming = new TextDecoder();
      const single = new TextDecoder('utf-8', { ignoreBOM: true });
      let expected = '';
      let decoded = '';
      let waiting = Buffer.alloc(0);
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const chunk = bytes.subarray(at, (at += sizes[n % sizes.length] ?? 1));
        expected += streaming.decode(chunk, { stream: true });
        waiting = Buffer.concat([waiting, chunk]);
        const cut = cleanCut(waiting);
        assert.ok(waiting.length - cut <= 3);
        decoded += single.decode(waiting.subarray(0, cut));
        waiting = waiting.subarray(cut);
      }
      expected += streaming.decode();
      decoded += single.decode(waiting);
      assert.equal(decoded.replace(/^\ufeff/, ''), expected);
    }),
    { numRuns: 2000 },
  );
});

test('half a character at the end is left out, a whole one is not', () => {
  const euro = Buffer.from('a€');
  assert.deepEqual(
    [1, 2, 3, 4].map((length) => cleanCut(euro.subarray(0, length))),
    [1, 1, 1, 4],
  );
});
