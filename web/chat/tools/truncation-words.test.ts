import assert from 'node:assert/strict';
import { test } from 'node:test';
import { truncationWords } from './truncation-words.ts';

test('a result that was cut says how much of it the model got', () => {
  const words = (truncation: unknown): string | null => truncationWords({ details: { truncation } });
  const cut = { truncated: true, outputLines: 2000, totalLines: 9000 };
  assert.equal(words(cut), 'The model got 2,000 of 9,000 lines.');
  assert.equal(words({ ...cut, totalLines: 2000 }), 'The model got only a part of this.');
  assert.equal(words({ truncated: true }), 'The model got only a part of this.');
  assert.deepEqual(
    [words({ ...cut, truncated: false }), words(null), truncationWords({ details: undefined })],
    [null, null, null],
  );
});
