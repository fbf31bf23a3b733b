import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KeptOutput } from './kept-output.ts';

test('any part that is kept can be read, and what is kept has no gap', () => {
  const chunk = fc.uint8Array({ minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 30 }), fc.nat(40), fc.nat(40), (chunks, limit, most) => {
      const kept = new KeptOutput(limit);
      const all: number[] = [];
      for (const each of chunks) {
        kept.add(Buffer.from(each));
        all.push(...each);
        kept.trim(all.length);
        assert.equal(kept.end, all.length);
        assert.ok(all.length - kept.start >= Math.min(limit, all.length), 'so much is kept at least');
        assert.ok(all.length - kept.start < limit + 9 || kept.start === 0, 'and hardly more');
        for (let from = kept.start; from <= kept.end; from++)
          assert.deepEqual([...kept.read(from, most)], all.slice(from, from + most));
      }
    }),
  );
});

test('what the screen has not drawn yet is kept, however much it is', () => {
  const kept = new KeptOutput(2);
  for (const text of ['one', 'two', 'three']) kept.add(Buffer.from(text));
  kept.trim(4);
  assert.equal(kept.start, 3);
  assert.equal(kept.read(4, 100).toString(), 'wothree');
});
