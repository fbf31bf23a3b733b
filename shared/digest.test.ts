import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from './digest.ts';

test('every text gets at most 14 characters, and similar texts get different ones', () => {
  const texts = Array.from({ length: 20_000 }, (_, i) => `line ${i}\n`);
  const digests = texts.map(digest);
  assert.equal(new Set(digests).size, texts.length);
  for (const one of digests) assert.match(one, /^[0-9a-z]{8,14}$/);
  assert.equal(digest('line 1\n'), digests[1]);
});
