import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOfSelection, placeIn, quoteOf } from './quoted-lines.ts';

test('a comment quotes sixty lines, and says how many more there are', () => {
  const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at + 1}`);
  assert.equal(quoteOf(lines(60).join('\n')), lines(60).join('\n'));
  assert.equal(quoteOf(lines(63).join('\n')), [...lines(60), '… 3 more lines'].join('\n'));
});

test('a line in which nothing is selected does not belong to the selection, unless it is the only one', () => {
  const lines = (startLineNumber: number, endLineNumber: number, endColumn: number) =>
    linesOfSelection({ startLineNumber, endLineNumber, endColumn });
  assert.deepEqual(lines(2, 4, 1), { from: 2, to: 3 });
  assert.deepEqual(lines(2, 4, 2), { from: 2, to: 4 });
  assert.deepEqual(lines(2, 2, 1), { from: 2, to: 2 });
});

test('a place in the text is counted in lines and columns from 1', () => {
  const text = 'ab\n\ncd';
  assert.deepEqual(placeIn(text, 1, 1), { offset: 0, line: 1 });
  assert.deepEqual(placeIn(text, 1, 3), { offset: 2, line: 1 });
  assert.deepEqual(placeIn(text, 2, 1), { offset: 3, line: 2 });
  assert.deepEqual(placeIn(text, 3, 2), { offset: 5, line: 3 });
  assert.deepEqual(placeIn(text, 9, 1), { offset: 4, line: 3 }, 'the last line');
});
