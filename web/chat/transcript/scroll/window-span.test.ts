// The window of rows keeps its place while the list changes around it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSlice, placeIn } from './window-span.ts';

const list = (...keys: string[]): { key: string }[] => keys.map((key) => ({ key }));
const otherwise = 2;

test('without a place of its own, the window is the end of the list', () => {
  const span = placeIn(list('a', 'b', 'c', 'd'), { first: null, last: null, before: [], otherwise });
  assert.deepEqual(span, { from: 2, to: 4 });
});

test('rows that arrive at the end are in a window that ends there, and not in one that ends before', () => {
  const [before, after] = [list('a', 'b', 'c'), list('a', 'b', 'c', 'd', 'e')];
  assert.deepEqual(placeIn(after, { first: 'b', last: null, before, otherwise }), { from: 1, to: 5 });
  assert.deepEqual(placeIn(after, { first: 'a', last: 'b', before, otherwise }), { from: 0, to: 2 });
});

test('a window whose beginning was never chosen keeps its rows when others arrive', () => {
  const span = placeIn(list('a', 'b', 'c'), { first: null, last: null, before: list('a', 'b'), otherwise });
  assert.deepEqual(span, { from: 0, to: 3 });
});

test('older rows before the window stay outside, also if its first row got another key with them', () => {
  const before = list('work b', 'c', 'd');
  const after = list('y', 'z', 'work a', 'c', 'd');
  const ends = { first: 'work b', last: null, before, otherwise };
  assert.deepEqual(placeIn(after, ends), { from: 3, to: 5 });
});

test('a window whose last row is gone ends with the last one that is left of it', () => {
  const before = list('a', 'b', 'c');
  const ends = { first: 'a', last: 'c', before, otherwise };
  assert.deepEqual(placeIn(list('a', 'b', 'd', 'e'), ends), { from: 0, to: 2 });
});

test('in another conversation the window begins at the end', () => {
  const ends = { first: 'a', last: 'b', before: list('a', 'b'), otherwise };
  assert.deepEqual(placeIn(list('x', 'y', 'z'), ends), { from: 1, to: 3 });
});

test('a slice grows while it is quick and shrinks when it is slow, between one row and the most', () => {
  const most = 24;
  assert.equal(nextSlice(4, { took: 1, wanted: 8, most }), 8);
  assert.equal(nextSlice(20, { took: 1, wanted: 8, most }), 24);
  assert.equal(nextSlice(8, { took: 80, wanted: 8, most }), 4);
  assert.equal(nextSlice(1, { took: 80, wanted: 8, most }), 1);
});
