import assert from 'node:assert/strict';
import { mock, test, type TestContext } from 'node:test';
import { tick } from 'svelte';
import { HugeScroll } from './huge-scroll.svelte.ts';
import { contentPx, ROW_PX, scrollTopFor, type Extent } from '../../lib/scroll-scale.ts';

/** Ten rows are visible. The element scrolls as far as its content allows, as in a browser. */
function open(t: TestContext, rows: number) {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const extent: Extent = { rows, height: 10 * ROW_PX };
  let at = 0;
  const element = {
    get scrollTop() {
      return at;
    },
    set scrollTop(to: number) {
      at = Math.min(Math.max(0, to), contentPx(extent) - extent.height);
    },
  };
  const scroll = new HugeScroll({ extent: () => extent, scroller: () => element });
  t.after(() => {
    scroll.close();
    mock.timers.reset();
  });
  return {
    ...{ scroll, extent, element },
    /** The user scrolls to this position. */
    drag: (px: number) => {
      element.scrollTop = px;
      scroll.onScroll();
    },
    pass: (ms: number) => {
      now += ms;
      mock.timers.tick(ms);
    },
  };
}

const LONG = 10_000_000;

test('scrolling moves the row at the top with it, and the last position follows the end', (t) => {
  const { scroll, drag } = open(t, 100);
  drag(50 * ROW_PX);
  assert.deepEqual([scroll.top, scroll.isFollowing], [50, false]);
  drag(90 * ROW_PX);
  assert.deepEqual([scroll.top, scroll.isFollowing], [90, true]);
  drag(88.5 * ROW_PX);
  assert.deepEqual([scroll.top, scroll.isFollowing], [88.5, false]);
});

test('rows that are added move a reader who follows the end, and no other', async (t) => {
  const { scroll, extent, element, drag } = open(t, 100);
  scroll.onRows({ isCounted: true, endRows: 0 });
  drag(90 * ROW_PX);
  extent.rows = 120;
  scroll.onRows({ isCounted: true, endRows: 0 });
  await tick();
  assert.deepEqual([scroll.top, element.scrollTop], [110, 110 * ROW_PX]);
  drag(40 * ROW_PX);
  extent.rows = 140;
  scroll.onRows({ isCounted: true, endRows: 0 });
  await tick();
  assert.deepEqual([scroll.top, element.scrollTop], [40, 40 * ROW_PX]);
});

test('while rows are only estimated, those at the end keep their distance from it', async (t) => {
  const { scroll, extent, drag } = open(t, 1000);
  scroll.onRows({ isCounted: false, endRows: 500 });
  drag(700 * ROW_PX);
  extent.rows = 1100;
  scroll.onRows({ isCounted: false, endRows: 500 });
  await tick();
  assert.equal(scroll.top, 800);
  drag(300 * ROW_PX);
  extent.rows = 1200;
  scroll.onRows({ isCounted: true, endRows: 500 });
  await tick();
  assert.equal(scroll.top, 300, 'a row before them keeps its number');
  drag(1100 * ROW_PX);
  extent.rows = 1300;
  scroll.onRows({ isCounted: true, endRows: 500 });
  await tick();
  assert.equal(scroll.top, 1100, 'all rows are counted');
});

test('a row is shown in the middle, which ends following, and no row is shown beyond the ends', async (t) => {
  const { scroll, element } = open(t, 100);
  await scroll.to(Infinity);
  scroll.isFollowing = true;
  await scroll.toMiddle(50);
  assert.deepEqual([scroll.top, scroll.isFollowing, element.scrollTop], [45, false, 45 * ROW_PX]);
  await scroll.toMiddle(2);
  assert.equal(scroll.top, 0);
  await scroll.to(99);
  assert.equal(scroll.top, 90);
});

test('on a coarse scrollbar the wheel moves by rows for a moment, and dragging moves by parts of the file', (t) => {
  const { scroll, extent, drag, element, pass } = open(t, LONG);
  drag(contentPx(extent) / 2);
  const middle = scroll.top;
  assert.ok(Math.abs(middle - LONG / 2) < 200, `${middle}`);
  scroll.allowFine();
  drag(element.scrollTop + 3 * ROW_PX);
  assert.equal(scroll.top, middle + 3);
  pass(399);
  drag(element.scrollTop + ROW_PX);
  assert.equal(scroll.top, middle + 4, 'each scroll event renews the moment');
  scroll.endFine();
  drag(element.scrollTop + ROW_PX);
  assert.ok(scroll.top > middle + 10, 'the user has grabbed the scrollbar');
});

test('after fine scrolling, a coarse scrollbar goes to where the row belongs', async (t) => {
  const { scroll, extent, drag, element, pass } = open(t, LONG);
  drag(contentPx(extent) / 2);
  scroll.allowFine();
  drag(element.scrollTop + 100 * ROW_PX);
  const { top } = scroll;
  const left = element.scrollTop;
  pass(400);
  await tick();
  assert.equal(scroll.top, top);
  assert.notEqual(element.scrollTop, left);
  assert.equal(element.scrollTop, scrollTopFor(top, extent));
  assert.equal(scroll.scrollTop, element.scrollTop);
});

test('what the page itself has scrolled is not taken for the user', async (t) => {
  const { scroll } = open(t, LONG);
  await scroll.to(1234.5);
  scroll.onScroll();
  assert.equal(scroll.top, 1234.5);
});
