import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onTreeKey, type TreeRow } from './tree-keys.ts';

const row = (key: string, depth: number, isOpen: boolean | null): TreeRow => ({
  key,
  depth,
  isOpen,
  position: 1,
  count: 1,
});
const ROWS = [row('a', 0, true), row('a/b', 1, false), row('a/c', 1, null), row('d', 0, null)];

test('arrows go up and down, and end at the first and the last row', () => {
  assert.deepEqual(onTreeKey('ArrowDown', ROWS, 0), { go: 1 });
  assert.deepEqual(onTreeKey('ArrowUp', ROWS, 0), { go: 0 });
  assert.deepEqual(onTreeKey('ArrowDown', ROWS, 3), { go: 3 });
  assert.deepEqual(onTreeKey('End', ROWS, 0), { go: 3 });
  assert.deepEqual(onTreeKey('PageUp', ROWS, 3), { go: 0 });
});

test('Right opens a row, and then goes into it; Left closes it, and then goes out of it', () => {
  assert.deepEqual(onTreeKey('ArrowRight', ROWS, 1), { open: true });
  assert.deepEqual(onTreeKey('ArrowRight', ROWS, 0), { go: 1 });
  assert.equal(onTreeKey('ArrowRight', ROWS, 2), null);
  assert.deepEqual(onTreeKey('ArrowLeft', ROWS, 0), { open: false });
  assert.deepEqual(onTreeKey('ArrowLeft', ROWS, 2), { go: 0 });
  assert.equal(onTreeKey('ArrowLeft', ROWS, 3), null);
  assert.equal(onTreeKey('ArrowRight', [row('empty', 0, true), row('next', 0, null)], 0), null);
});

test('Enter and Space open and close; without a row, no key does anything', () => {
  assert.deepEqual(onTreeKey('Enter', ROWS, 0), { open: false });
  assert.deepEqual(onTreeKey(' ', ROWS, 1), { open: true });
  assert.equal(onTreeKey('Enter', ROWS, 3), null);
  assert.equal(onTreeKey('ArrowDown', [], 0), null);
});
