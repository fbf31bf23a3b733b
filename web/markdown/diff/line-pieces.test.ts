import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linePieces } from './line-pieces.ts';

/** The pieces as one text: `[...]` differs, `<...>` has signs, `{...}` is an escape. */
function shown(text: string, words: [number, number][] = [], isChanged = true): string {
  return linePieces(
    { text, spans: null },
    { text, words: words.map(([from, to]) => ({ from, to })), isChanged },
  )
    .map(({ line, isWord, signs, escape }) => {
      const content = escape !== undefined ? `{${escape}}` : signs !== undefined ? `<${signs}>` : line.text;
      return isWord ? `[${content}]` : content;
    })
    .join('');
}

test('spaces have signs at the end of a changed line, and where they are the difference', () => {
  assert.equal(shown('a b  '), 'a b<··>');
  assert.equal(shown('a b  ', [], false), 'a b  ');
  assert.equal(shown('\t\tif x', [[0, 2]]), '[<→>][<→>]if x');
  assert.equal(shown('if  x y', [[2, 4]]), 'if[<··>]x y');
});

test('spaces that are not the ordinary ones have signs in every changed line', () => {
  assert.equal(shown('a\u00a0b\u3000c'), 'a<␣>b<␣>c');
});

test('characters that nobody sees, and bytes that are not UTF-8, are escaped in every line', () => {
  assert.equal(shown('ad\u200bmin\u202e', [], false), 'ad{\\u200b}min{\\u202e}');
  assert.equal(shown('caf\udce9\x1b'), 'caf{\\xe9}{\\u001b}');
  assert.equal(shown('👩\u200d💻 a\u200db'), '👩\u200d💻 a{\\u200d}b');
});

test('the pieces together are the line', () => {
  const text = ' a\u00a0\u200b b\t\u202e ';
  const words = [{ from: 1, to: 4 }];
  const pieces = linePieces({ text, spans: null }, { text, words, isChanged: true });
  assert.equal(pieces.map(({ line }) => line.text).join(''), text);
});
