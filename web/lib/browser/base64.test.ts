import assert from 'node:assert/strict';
import test from 'node:test';
import { BASE64, bytesOfBase64 } from './base64.ts';

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

// Browsers do it themselves, as every spec of a shell sees.
test('where a browser cannot, every byte is read, with and without padding', (t) => {
  const known = Uint8Array as { fromBase64?: unknown };
  const { fromBase64 } = known;
  t.after(() => (known.fromBase64 = fromBase64));
  known.fromBase64 = undefined;
  for (const length of [0, 1, 2, 3, 256]) {
    const bytes = EVERY_BYTE.subarray(256 - length);
    const padded = Buffer.from(bytes).toString('base64');
    for (const text of [padded, padded.replaceAll('=', '')])
      assert.deepEqual([...bytesOfBase64(text)], [...bytes], text);
  }
  assert.throws(() => bytesOfBase64('a-_'));
  assert.equal(BASE64.decode(BASE64.encode('Grüße, 世界 🙂')), 'Grüße, 世界 🙂');
});
