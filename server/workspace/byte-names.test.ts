import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesOfName, nameFromBytes, showName } from './byte-names.ts';

test('every sequence of bytes is a name that leads back to these bytes, and can be shown', () => {
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const bytes = Buffer.concat(parts);
      const name = nameFromBytes(bytes);
      assert.deepEqual(bytesOfName(name), bytes);
      assert.ok(showName(name).isWellFormed());
    }),
    { seed: 41, numRuns: 2000 },
  );
});

test('text keeps its characters, and only the other bytes are escaped', () => {
  assert.equal(nameFromBytes(Buffer.from('é😀.txt')), 'é😀.txt');
  assert.equal(showName('é😀.txt'), 'é😀.txt');
  assert.equal(showName(nameFromBytes(Buffer.concat([Buffer.from('é😀'), Buffer.of(0xe9)]))), 'é😀\\xe9');
});
