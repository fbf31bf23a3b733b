import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentPx, isCoarse, lastTop, ROW_PX, scrollTopFor, topAt, type Extent } from './scroll-scale.ts';

const few: Extent = { rows: 1000, height: 600 };
const many: Extent = { rows: 20_000_000, height: 600 };

test('while a browser can render the full height, each row has its own scroll position', () => {
  assert.equal(isCoarse(few), false);
  assert.equal(contentPx(few), 1000 * ROW_PX);
  assert.equal(topAt(190, few), 10);
  assert.equal(scrollTopFor(10, few), 190);
});

test('with twenty million rows, the scrollbar reaches the first, the last and the middle rows', () => {
  assert.equal(isCoarse(many), true);
  const most = contentPx(many) - many.height;
  assert.equal(topAt(0, many), 0);
  assert.equal(topAt(most, many), lastTop(many));
  assert.ok(Math.abs(topAt(most / 2, many) - 10_000_000) < 100);
  assert.equal(topAt(most + 100, many), lastTop(many));
  for (const top of [0, 3, 500, 10_000_000, lastTop(many) - 3, lastTop(many)])
    assert.ok(scrollTopFor(top, many) >= 0 && scrollTopFor(top, many) <= most, String(top));
});

test('near both ends of a coarse scrollbar there is room to scroll with the wheel', () => {
  const most = contentPx(many) - many.height;
  assert.equal(scrollTopFor(0, many), 0);
  assert.equal(scrollTopFor(lastTop(many), many), most);
  assert.equal(scrollTopFor(10, many), 10 * ROW_PX);
  assert.ok(most - scrollTopFor(lastTop(many) - 10, many) >= 10 * ROW_PX - 1);
});

test('a file with fewer rows than the view does not scroll', () => {
  assert.equal(lastTop({ rows: 3, height: 600 }), 0);
  assert.equal(contentPx({ rows: 0, height: 600 }), 0);
});
