import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf, rowsInWindow, topToShow } from './row-window.ts';

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

test('rows of different heights are found by the places where they begin', () => {
  const places = placesOf(rows.map((at) => (at % 2 === 0 ? 10 : 38)));
  assert.equal(places.at(-1), 480_000);
  const shown = rowsInWindow(rows, { ...window, rowHeight: places });
  assert.deepEqual([shown[0]?.at, shown.at(-1)?.at], [980, 1040]);
});

test('a list scrolls only as far as a row needs to be in sight', () => {
  const top = (at: number): number => topToShow(at, { top: 400, height: 200, rowHeight: 20 });
  assert.deepEqual([20, 25, 29].map(top), [400, 400, 400]);
  assert.deepEqual([19, 0, 30, 99].map(top), [380, 0, 420, 1800]);
  assert.equal(
    topToShow(3, { top: 0, height: 15, rowHeight: 20 }),
    60,
    'the beginning of a row that is too high',
  );
});
