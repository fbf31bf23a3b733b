import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNearEnd, lanesFor, moveFocus, rowForTab, shortRef } from './history-rows.ts';

test('the graph has at most six lanes, and none beside what a search has found', () => {
  assert.deepEqual(
    [0, 1, 6, 7, 40].map((width) => lanesFor('', width)),
    [0, 1, 6, 6, 6],
  );
  assert.equal(lanesFor('  ', 3), 3);
  assert.equal(lanesFor('fix', 3), 0);
});

test('older commits are read before the reader reaches the last row', () => {
  const at = (top: number): boolean => isNearEnd(200, { top, height: 260, rowHeight: 26 });
  assert.deepEqual([0, 160 * 26, 161 * 26, 190 * 26].map(at), [false, false, true, true]);
  assert.equal(isNearEnd(10, { top: 0, height: 260, rowHeight: 26 }), true);
});

test('Tab reaches the row that had the focus last, and a row of the list even if a search has made it shorter', () => {
  assert.deepEqual(
    [undefined, 0, 4].map((focused) => rowForTab(focused, 5)),
    [0, 0, 4],
  );
  assert.equal(rowForTab(120, 3), 2);
  assert.equal(rowForTab(120, 0), 0);
});

/** Ten rows of 20 px fit. */
const LIST = { count: 100, top: 400, height: 200, rowHeight: 20 };

test('a key moves the focus, and scrolls only as far as the row needs', () => {
  const move = (key: string, focused: number) => moveFocus(key, { ...LIST, focused });
  assert.deepEqual(move('ArrowDown', 25), { to: 26, top: 400 }, 'in sight');
  assert.deepEqual(move('ArrowUp', 20), { to: 19, top: 380 }, 'above');
  assert.deepEqual(move('ArrowDown', 29), { to: 30, top: 420 }, 'below');
  assert.deepEqual(move('PageDown', 29), { to: 38, top: 580 }, 'a page but for one row');
  assert.deepEqual(move('Home', 25), { to: 0, top: 0 });
  assert.deepEqual(move('End', 25), { to: 99, top: 1800 });
  assert.equal(move('a', 25), null);
});

test('a page moves by a row at least, however low the list is', () => {
  assert.equal(moveFocus('PageDown', { ...LIST, height: 15, focused: 3 })?.to, 4);
});

test('a branch or tag has the name that the user gives it', () => {
  assert.deepEqual(
    ['HEAD -> refs/heads/main', 'tag: refs/tags/v1', 'refs/remotes/origin/main', 'HEAD'].map(shortRef),
    ['main', 'v1', 'origin/main', 'HEAD'],
  );
});
