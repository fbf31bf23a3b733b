import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListBox, rowAfter } from './list-box.svelte.ts';

function key(name: string, more: Partial<KeyboardEvent> = {}) {
  const event = { key: name, isPrevented: false, preventDefault, ...more };
  function preventDefault(): void {
    event.isPrevented = true;
  }
  return event as unknown as KeyboardEvent & { isPrevented: boolean };
}

test('arrow keys move by one row and stop at both ends', () => {
  assert.equal(rowAfter('ArrowDown', { at: 0, count: 3 }), 1);
  assert.equal(rowAfter('ArrowDown', { at: 2, count: 3 }), 2);
  assert.equal(rowAfter('ArrowUp', { at: 1, count: 3 }), 0);
  assert.equal(rowAfter('ArrowUp', { at: 0, count: 3 }), 0);
});

test('without an active row, Down goes to the first row and Up to the last', () => {
  assert.equal(rowAfter('ArrowDown', { at: -1, count: 3 }), 0);
  assert.equal(rowAfter('ArrowUp', { at: -1, count: 3 }), 2);
});

test('a list that wraps continues at its other end', () => {
  assert.equal(rowAfter('ArrowDown', { at: 2, count: 3, wraps: true }), 0);
  assert.equal(rowAfter('ArrowUp', { at: 0, count: 3, wraps: true }), 2);
});

test('Page Down and Page Up move by a page, but only if a page size is given', () => {
  assert.equal(rowAfter('PageDown', { at: 1, count: 20, page: 8 }), 9);
  assert.equal(rowAfter('PageDown', { at: 15, count: 20, page: 8 }), 19);
  assert.equal(rowAfter('PageUp', { at: 3, count: 20, page: 8 }), 0);
  assert.equal(rowAfter('PageDown', { at: 1, count: 20 }), null);
});

test('Home and End are left to the text field unless the list claims them', () => {
  assert.equal(rowAfter('Home', { at: 1, count: 3 }), null);
  assert.equal(rowAfter('End', { at: 1, count: 3 }), null);
  assert.equal(rowAfter('Home', { at: 1, count: 3, hasEnds: true }), 0);
  assert.equal(rowAfter('End', { at: 1, count: 3, hasEnds: true }), 2);
});

test('in an empty list no key moves to a row', () => {
  for (const name of ['ArrowDown', 'ArrowUp', 'PageDown', 'Home', 'End'])
    assert.equal(rowAfter(name, { at: -1, count: 0, page: 8, hasEnds: true, wraps: true }), -1, name);
});

test('Enter picks the active row, if there is one', () => {
  const picked: string[] = [];
  const rows = ['a', 'b', 'c'];
  const onpick = (row: string): number => picked.push(row);
  const list = new ListBox({ rows: () => rows, query: () => '', start: () => -1, onpick });
  const enter = key('Enter');
  assert.equal(list.onkeydown(enter), true);
  assert.deepEqual(picked, []);
  assert.equal(list.activeId, undefined);
  list.onkeydown(key('ArrowDown'));
  list.onkeydown(key('ArrowDown'));
  list.onkeydown(key('Enter'));
  assert.deepEqual(picked, ['b']);
  assert.ok(enter.isPrevented);
});

test('keys of the text field are left alone', () => {
  const list = new ListBox({ rows: () => ['a', 'b'], query: () => '' });
  const typed = key('x');
  assert.equal(list.onkeydown(typed), false);
  assert.equal(list.active, 0);
  assert.ok(!typed.isPrevented);
});

test('a new query resets the active row; more rows for the same query do not', () => {
  let query = '';
  let rows = ['a', 'b', 'c'];
  const list = new ListBox({ rows: () => rows, query: () => query, start: () => (query ? 0 : 1) });
  assert.equal(list.active, 1);
  list.move('ArrowDown');
  rows = [...rows, 'd'];
  assert.equal(list.active, 2);
  query = 'x';
  assert.equal(list.active, 0);
});

test('the active row stays inside a list that became shorter', () => {
  let rows = ['a', 'b', 'c'];
  const list = new ListBox({ rows: () => rows, query: () => '' });
  list.move('ArrowDown');
  list.move('ArrowDown');
  rows = ['a'];
  assert.equal(list.active, 0);
  assert.equal(list.activeRow, 'a');
});

test('keys pressed before there are rows are ignored', () => {
  let rows: string[] = [];
  const list = new ListBox({ rows: () => rows, query: () => '', start: () => 1 });
  list.move('ArrowDown');
  rows = ['a', 'b'];
  assert.equal(list.active, 1);
});

test('the attributes of rows and filter refer to the active row, and a click picks a row', () => {
  const picked: string[] = [];
  const rows = ['a', 'b'];
  const onpick = (row: string): number => picked.push(row);
  const list = new ListBox({ rows: () => rows, query: () => '', followsPointer: true, onpick });
  assert.equal(list.filter['aria-activedescendant'], list.row(0).id);
  assert.equal(list.row(0)['aria-selected'], true);
  assert.equal(list.row(1)['aria-selected'], false);
  const { onpointermove, onclick } = list.row(1) as unknown as Record<string, () => void>;
  onpointermove!();
  assert.equal(list.active, 1);
  onclick!();
  assert.deepEqual(picked, ['b']);
});
