import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf, prosePieces } from './hit-pieces.ts';

const shown = (text: string, ...ranges: [number, number][]): string =>
  piecesOf({ line: 1, column: 1, text, ranges })
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test('a hit is shown without its indentation, with every match marked', () => {
  assert.equal(shown('    const a = a;', [10, 1], [14, 1]), 'const [a] = [a];');
  assert.equal(shown('  x', [1, 2]), '[ x]');
});

test('a long match is in sight as a whole in the narrowest side bar: less text comes before it', () => {
  const line = 'return pattern.test(text.replaceAll(" ", "").toUpperCase());';
  assert.equal(shown(line, [45, 11]), '…(" ", "").[toUpperCase]());');
  assert.equal(
    shown('a line with an identifierThatIsVeryLongIndeed', [15, 30]),
    '…th an [identifierThatIsVeryLongIndeed]',
  );
});

test('a match far into its line stays in sight: the line begins a little before it', () => {
  const line = `${' '.repeat(4)}${'long words before '.repeat(5)}needle and more`;
  assert.equal(shown(line, [94, 6]), '…g words before [needle] and more');
  assert.equal(shown(`${line.slice(6, 22)}needle`, [16, 6]), 'ng words before [needle]');
});

test('a hit in a conversation shows its match near its beginning, and no escape sequences', () => {
  const text = `${'a long way to it, '.repeat(5)}\u001b[31m✗\u001b[0m test/carriers.test.ts`;
  const pieces = prosePieces(text, 'carrier').map((piece) =>
    piece.isMatch ? `[${piece.text}]` : piece.text,
  );
  assert.equal(pieces.join(''), '…a long way to it, a long way to it, ✗ test/[carrier]s.test.ts');
  assert.deepEqual(prosePieces('no match', 'x'), [{ text: 'no match', isMatch: false }]);
});
