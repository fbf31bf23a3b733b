import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsInWindow } from './row-window.ts';

const rows = Array.from({ length: 20_000 }, (_, at) => at);
const window = { top: 24_000, height: 480, rowHeight: 24, kept: [] };

test('only the visible ones of 20,000 rows, and some around them, are in the page', () => {
  const shown = rowsInWindow(rows, window);
  assert.deepEqual([shown[0]?.at, shown.at(-1)?.at], [980, 1040]);
  assert.ok(shown.every(({ row, at }) => row === at));
});

test('rows that must stay are included exactly once, wherever the reader is', () => {
  const shown = rowsInWindow(rows, { ...window, kept: [3, 1000, 3, undefined, -1, 30_000] });
  assert.deepEqual(shown.slice(-1), [{ row: 3, at: 3 }]);
  assert.equal(new Set(shown.map(({ at }) => at)).size, shown.length);
});
