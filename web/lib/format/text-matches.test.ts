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
});

test('a match is found at its place in the text, even if other characters fold to more or fewer than one', () => {
  const found = (text: string, query: string): string[] =>
    textMatches(text, query).map(([start, end]) => text.slice(start, end));
  assert.deepEqual(found('İstanbul', 'stan'), ['stan']);
  assert.deepEqual(found('Wait … for ㍻ the Ｚｅｂｒａ', 'zebra'), ['Ｚｅｂｒａ']);
  assert.deepEqual(found('ｶﾞｲﾄﾞを読む', 'ガイド'), ['ｶﾞｲﾄﾞ']);
  assert.deepEqual(found('cafe\u0301 first', 'é F'), ['e\u0301 f']);
  assert.deepEqual(found('two\n   lines　and', 'TWO lines and'), ['two\n   lines　and']);
});

test('a text is split into matches and the pieces between them', () => {
  assert.deepEqual(textPieces('the Zebra', 'zebra'), [
    { text: 'the ', isMatch: false },
    { text: 'Zebra', isMatch: true },
  ]);
  assert.deepEqual(textPieces('none', 'x'), [{ text: 'none', isMatch: false }]);
});
