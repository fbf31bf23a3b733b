import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textMatches, textPieces } from './text-matches.ts';

test('matches ignore case and width, and do not overlap', () => {
  assert.deepEqual(textMatches('aXa xA', 'xa'), [
    [1, 3],
    [4, 6],
  ]);
  assert.deepEqual(textMatches('ＡＢＣ', 'b'), [[1, 2]]);
  assert.deepEqual(textMatches('aaaa', 'aa'), [
    [0, 2],
    [2, 4],
  ]);
  assert.deepEqual(textMatches('aaaa', 'a', 2).length, 2);
  assert.deepEqual(textMatches('anything', ''), []);
  assert.deepEqual(
    textMatches('İstanbul', 'stan'),
    [],
    'a letter that folds to two would shift the positions',
  );
});

test('a text is split into matches and the pieces between them', () => {
  assert.deepEqual(textPieces('the Zebra', 'zebra'), [
    { text: 'the ', isMatch: false },
    { text: 'Zebra', isMatch: true },
  ]);
  assert.deepEqual(textPieces('none', 'x'), [{ text: 'none', isMatch: false }]);
});
