import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { losslessText } from './lossless-text.ts';

test('valid UTF-8 is decoded, with its byte order mark', () => {
  const text = '\ufeffnaïve – 日本語 👍\r\n';
  assert.equal(losslessText(Buffer.from(text)), text);
});

test('a byte that is not UTF-8 is kept as a lone surrogate, and the text around it is decoded', () => {
  const bytes = Buffer.concat([Buffer.from('na\xefve\n', 'latin1'), Buffer.from('naïve\n')]);
  assert.equal(losslessText(bytes), 'na\udcefve\nnaïve\n');
});

test('two different contents never become the same text, and have the same number of lines as bytes', () => {
  // Few values, so that valid, cut and invalid sequences are common.
  const bytes = fc
    .array(fc.constantFrom(0x0a, 0x41, 0x80, 0xa4, 0xc3, 0xe2, 0x82, 0xac, 0xed, 0xb3, 0xf0, 0x9f, 0xff), {
      maxLength: 12,
    })
    .map((values) => Buffer.from(values));
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      assert.equal(losslessText(one) === losslessText(other), one.equals(other));
      assert.equal(losslessText(one).split('\n').length, one.toString('latin1').split('\n').length);
    }),
  );
});
