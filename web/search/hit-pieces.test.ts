import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf } from './hit-pieces.ts';

const shown = (text: string, ...ranges: [number, number][]): string =>
  piecesOf({ line: 1, column: 1, text, ranges })
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test('a hit is shown without its indentation, with every match marked', () => {
  assert.equal(shown('    const a = a;', [10, 1], [14, 1]), 'const [a] = [a];');
  assert.equal(shown('  x', [1, 2]), '[ x]');
});

test('a match far into its line stays in sight: the line begins a little before it', () => {
  const line = `${' '.repeat(4)}${'long words before '.repeat(5)}needle and more`;
  assert.equal(shown(line, [94, 6]), '…ong words before [needle] and more');
  assert.equal(shown(`${line.slice(0, 22)}needle`, [22, 6]), 'long words before [needle]');
});
