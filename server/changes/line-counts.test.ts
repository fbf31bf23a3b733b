import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLines, isOpenIn } from './line-counts.ts';

test('the lines of all edits that count are added up, on both sides', () => {
  const [before, after] = ['a\nb\nc\nd\n', 'A\nb\nc\nD\nE\n'];
  assert.deepEqual(countLines(before, after), { added: 3, removed: 2 });
  assert.deepEqual(
    countLines(before, after, ({ afterStart }) => afterStart > 0),
    { added: 2, removed: 1 },
  );
  assert.deepEqual(countLines('', 'a'), { added: 1, removed: 0 });
});

test('an edit is open if it touches a line that the last commit lacks, or a place from which it has lines', () => {
  const at = (from: number, to: number) => ({ beforeStart: 0, beforeEnd: 0, afterStart: from, afterEnd: to });
  const isOpen = isOpenIn('a\nb\nc\nd\ne\nf\n', 'a\nb\nC\nd\ne\n');
  for (const [from, to, expected] of [
    [0, 1, false],
    [0, 2, true],
    [2, 3, true],
    [3, 4, true],
    [4, 4, false],
    [4, 5, true],
  ] as const)
    assert.equal(isOpen(at(from, to)), expected, `${from} to ${to}`);
});
