import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordMarks, type LineChange } from './word-marks.ts';

function marked(before: string[], after: string[], change: Partial<LineChange> = {}): string[][] {
  const marks = wordMarks(
    {
      originalStartLineNumber: 1,
      originalEndLineNumber: before.length,
      modifiedStartLineNumber: 1,
      modifiedEndLineNumber: after.length,
      ...change,
    },
    (line) => before[line - 1]!,
    (line) => after[line - 1]!,
  );
  const wordsOf = (lines: string[], of: 'before' | 'after'): string[] =>
    marks[of].map(({ line, from, to }) => `${line}: ${lines[line - 1]!.slice(from - 1, to - 1)}`);
  return [wordsOf(before, 'before'), wordsOf(after, 'after')];
}

test('the marks of both sides are whole words, on the lines where they stand', () => {
  const before = ['if (a) {', '  set("Max-Age", maxAge);'];
  const after = ['if (a) {', '  set("Max-Age", maxAgeText);'];
  assert.deepEqual(marked(before, after, { originalStartLineNumber: 2, modifiedStartLineNumber: 2 }), [
    ['2: maxAge'],
    ['2: maxAgeText'],
  ]);
});

test('a side to which text was only added has no mark', () => {
  assert.deepEqual(marked(['f(one);'], ['f(one, two);']), [[], ['1: , two']]);
});

test('nothing is marked where lines were only added, or where their number differs', () => {
  assert.deepEqual(marked(['a'], ['a', 'b'], { originalStartLineNumber: 1, originalEndLineNumber: 0 }), [
    [],
    [],
  ]);
  assert.deepEqual(marked(['a b'], ['a c', 'd']), [[], []]);
});
