import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFor, longestLine, MAX_COLUMNS, scrollbackFor, type Rows } from './long-lines.ts';

/** The rows into which xterm would break these lines. */
function rowsOf(lines: string[], columns: number): Rows {
  const rows = lines.flatMap((line) => {
    const count = Math.max(1, Math.ceil(line.length / columns));
    return Array.from({ length: count }, (_, n) => ({
      isWrapped: n > 0,
      translateToString: () => line.slice(n * columns, (n + 1) * columns),
    }));
  });
  return { length: rows.length, getLine: (row) => rows[row] };
}

test('only lines that take several rows are measured, and the longest one counts', () => {
  const lines = ['short', 'x'.repeat(25), '', 'y'.repeat(10), 'z'.repeat(31)];
  assert.equal(longestLine(rowsOf(lines, 10), 0, 10), 31);
  assert.equal(longestLine(rowsOf(lines.slice(0, 4), 10), 0, 10), 25);
  assert.equal(longestLine(rowsOf(['short', ''], 10), 0, 10), 0);
});

test('a line that began one row earlier is measured from its beginning', () => {
  const rows = rowsOf(['a', 'x'.repeat(25)], 10);
  assert.equal(longestLine(rows, 2, 10), 25);
});

test('columns grow in steps up to a bound, and wider lines shrink the scrollback', () => {
  assert.equal(columnsFor(80, 100), 100);
  assert.equal(columnsFor(101, 100), 120);
  assert.equal(columnsFor(5_000_000, 100), MAX_COLUMNS);
  assert.equal(scrollbackFor(100), 10_000);
  assert.equal(scrollbackFor(400), 10_000);
  assert.equal(scrollbackFor(MAX_COLUMNS), 2000);
});
