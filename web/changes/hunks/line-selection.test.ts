import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hunksOf, withoutHunk } from '../../../shared/hunks.ts';
import { hunkRows, textsOf } from '../../markdown/diff/hunk-rows.ts';
import { isSelected, selectByClick, selectByKey, selectedLines } from './line-selection.ts';

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

test('a click selects a line, and again none; with Shift it extends the selection from where it began', () => {
  const one = selectByClick(null, 3, false);
  assert.deepEqual(one, { anchor: 3, end: 3 });
  assert.equal(selectByClick(one, 3, false), null);
  const more = selectByClick(one, 5, true);
  assert.deepEqual(
    [2, 3, 4, 5, 6].map((row) => isSelected(more, row)),
    [false, true, true, true, false],
  );
  const back = selectByClick(more, 1, true);
  assert.deepEqual(
    [0, 1, 3, 4].map((row) => isSelected(back, row)),
    [false, true, true, false],
  );
  assert.deepEqual(selectByClick(more, 3, false), { anchor: 3, end: 3 }, 'one line of several');
  assert.deepEqual(selectByClick(null, 4, true), { anchor: 4, end: 4 });
  assert.deepEqual(selectByClick(one, 3, true), one, 'a selection is not cleared by extending it');
});

test('the keys select from the first changed line on, and not beyond the hunk', () => {
  const rows = (['same', 'removed', 'added'] as const).map((kind) => ({ kind }));
  const first = selectByKey(null, 1, rows);
  assert.deepEqual(first, { anchor: 1, end: 1 });
  const more = selectByKey(first, 1, rows);
  assert.deepEqual(
    [more, selectByKey(more, 1, rows)],
    [
      { anchor: 1, end: 2 },
      { anchor: 1, end: 2 },
    ],
  );
  const up = selectByKey(first, -1, rows);
  assert.deepEqual(
    [up, selectByKey(up, -1, rows)],
    [
      { anchor: 1, end: 0 },
      { anchor: 1, end: 0 },
    ],
  );
});
