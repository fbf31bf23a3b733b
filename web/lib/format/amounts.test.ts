import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, dollars, tokens } from './amounts.ts';

test('tokens are shown with at most three digits', () => {
  const shown = [0, 999, 1_000, 12_345, 99_949, 128_000, 999_499, 999_500, 1_234_567].map(tokens);
  assert.deepEqual(shown, ['0', '999', '1k', '12.3k', '99.9k', '128k', '999k', '1M', '1.2M']);
});

test('bytes are shown in units of powers of 1000', () => {
  assert.deepEqual([512, 12_300, 4_100_000, 2_000_000_000].map(bytes), [
    '512 B',
    '12.3 kB',
    '4.1 MB',
    '2 GB',
  ]);
});

test('a cost of less than a cent is not rounded away', () => {
  assert.deepEqual([0, 0.0031, 0.42, 12].map(dollars), ['$0.00', '$0.0031', '$0.42', '$12.00']);
});
