// Which of the loaded rows are in the page.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { flushSync } from 'svelte';
import { inComponent } from '../../../lib/fixtures/in-component.svelte.ts';
import { reactive } from '../../../lib/fixtures/reactive.svelte.ts';
import type { Row } from '../rows.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';
import { RowWindow } from './row-window.svelte.ts';

/** A conversation of this many rows, before it is drawn. `keys`: the rows in the page. */
function setUp(t: TestContext, count: number) {
  const rowsOf = (count: number): Row[] =>
    Array.from({ length: count }, (_, at) => ({ kind: 'entry', key: `r${at}` }) as unknown as Row);
  const rows = reactive(rowsOf(count));
  let left = 0;
  const { created: window } = inComponent(
    t,
    () =>
      new RowWindow({
        rows: () => rows.value,
        scroll: () => ({ leave: () => (left += 1) }) as unknown as ReaderScroll,
        hasOlder: () => false,
        fetchOlder: () => undefined,
      }),
  );
  const keys = (): string => {
    const shown = window.rows.map(({ key }) => key);
    return `${shown[0]}-${shown.at(-1)}`;
  };
  const add = (count: number): void => {
    rows.value = rowsOf(rows.value.length + count);
    flushSync();
  };
  return { window, keys, add, left: () => left };
}

test('a page begins with the last rows, and includes those that arrive', (t) => {
  const { window, keys, add } = setUp(t, 50);
  assert.equal(keys(), 'r46-r49');
  assert.deepEqual([window.hasAbove, window.hasBelow], [true, false]);
  add(2);
  assert.equal(keys().split('-')[1], 'r51');
});

test('a row that is asked for is shown with those around it, and the reader leaves the end', async (t) => {
  const { window, keys, add, left } = setUp(t, 50);
  await window.show('r20');
  assert.equal(keys(), 'r17-r23');
  assert.deepEqual([window.hasAbove, window.hasBelow, left() > 0], [true, true, true]);
  add(2);
  assert.equal(keys(), 'r17-r23', 'what arrives at the end is not shown here');
});

test('near the end, the page includes the end', async (t) => {
  const { window, keys, add } = setUp(t, 50);
  await window.show('r20');
  await window.show('r47');
  assert.equal(keys(), 'r44-r49');
  add(1);
  assert.equal(keys(), 'r44-r50');
});

test('back at the end, only the last rows are in the page again', async (t) => {
  const { window, keys } = setUp(t, 50);
  await window.show('r20');
  window.toEnd();
  flushSync();
  assert.equal(keys(), 'r46-r49');
});

test('a row that is shown already, or that there is none of, moves nothing', async (t) => {
  const { window, keys, left } = setUp(t, 50);
  await window.show('r48');
  await window.show('gone');
  assert.deepEqual([keys(), left()], ['r46-r49', 0]);
});
