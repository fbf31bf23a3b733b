// Tests that the window of rows keeps its place while the list changes around it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSlice, placeIn } from './window-span.ts';

const list = (...keys: string[]): { key: string }[] => keys.map((key) => ({ key }));
const otherwise = 2;

test('a window without a place is the end of the list', () => {
  const span = placeIn(list('a', 'b', 'c', 'd'), { first: null, last: null, before: [], otherwise });
  assert.deepEqual(span, { from: 2, to: 4 });
});

test('a new row at the end belongs to a window at the end, but not to a window that ends earlier', () => {
  const [before, after] = [list('a', 'b', 'c'), list('a', 'b', 'c', 'd', 'e')];
  assert.deepEqual(placeIn(after, { first: 'b', last: null, before, otherwise }), { from: 1, to: 5 });
  assert.deepEqual(placeIn(after, { first: 'a', last: 'b', before, otherwise }), { from: 0, to: 2 });
});

test('a window without a chosen first row keeps its rows when others arrive', () => {
  const span = placeIn(list('a', 'b', 'c'), { first: null, last: null, before: list('a', 'b'), otherwise });
  assert.deepEqual(span, { from: 0, to: 3 });
});

test('loaded older rows stay outside of the window, even if its first row gets another key', () => {
  const before = list('work b', 'c', 'd');
  const after = list('y', 'z', 'work a', 'c', 'd');
  const ends = { first: 'work b', last: null, before, otherwise };
  assert.deepEqual(placeIn(after, ends), { from: 3, to: 5 });
});

test('if the last row of a window was removed, the window ends with its last remaining row', () => {
  const before = list('a', 'b', 'c');
  const ends = { first: 'a', last: 'c', before, otherwise };
  assert.deepEqual(placeIn(list('a', 'b', 'd', 'e'), ends), { from: 0, to: 2 });
});

test('in another conversation the window starts at the end', () => {
  const ends = { first: 'a', last: 'b', before: list('a', 'b'), otherwise };
  assert.deepEqual(placeIn(list('x', 'y', 'z'), ends), { from: 1, to: 3 });
});

test('slices grow while they are fast and shrink when they are slow, between one row and the maximum', () => {
  const max = 24;
  assert.equal(nextSlice(4, { elapsed: 1, target: 8, max }), 8);
  assert.equal(nextSlice(20, { elapsed: 1, target: 8, max }), 24);
  assert.equal(nextSlice(8, { elapsed: 80, target: 8, max }), 4);
  assert.equal(nextSlice(1, { elapsed: 80, target: 8, max }), 1);
});
