import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hunksOf, withoutHunk } from '../../../shared/hunks.ts';
import { hunkRows, textsOf } from './hunk-rows.ts';
import { selectedLines } from './line-selection.ts';

const BEFORE = 'a\nb\nc\nd\n';
const AFTER = 'a\nB\nC\nX\nd\n';

/** Returns the text after the change with the selected rows undone. */
function undoRows(anchor: number, end: number): string | null {
  const hunks = hunksOf('x', BEFORE, AFTER);
  const rows = hunkRows(textsOf({ before: BEFORE, after: AFTER }), hunks, 0);
  const lines = selectedLines(rows, { anchor, end }, hunks[0]!);
  if (!lines) return null;
  const { before, after } = lines;
  return withoutHunk(BEFORE, AFTER, {
    beforeStart: before[0],
    beforeEnd: before[1],
    afterStart: after[0],
    afterEnd: after[1],
  });
}

test('undoing selected lines of a hunk restores the removed and deletes the added ones, and leaves the others', () => {
  // Rows: a, -b, -c, +B, +C, +X, d.
  assert.equal(undoRows(1, 5), BEFORE);
  assert.equal(undoRows(5, 5), 'a\nB\nC\nd\n');
  assert.equal(undoRows(5, 4), 'a\nB\nd\n');
  assert.equal(undoRows(1, 1), 'a\nb\nB\nC\nX\nd\n');
  assert.equal(undoRows(2, 3), 'a\nc\nC\nX\nd\n');
});

test('a selection of only unchanged lines has nothing to undo', () => {
  assert.equal(undoRows(0, 0), null);
});
