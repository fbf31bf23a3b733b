import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overlayPlace } from './overlay-place.ts';

const SCREEN = { columns: 80, rows: 24 };

test('an overlay keeps its place in the terminal, whatever the size of the page', () => {
  assert.deepEqual(overlayPlace({ column: 0, row: 20, columns: 40, rows: 4 }, SCREEN), { x: 0, y: 1 });
  assert.deepEqual(overlayPlace({ column: 20, row: 5, columns: 40, rows: 4 }, SCREEN), { x: 0.5, y: 0.25 });
});

test('an overlay that fills the terminal is centered', () => {
  assert.deepEqual(overlayPlace({ column: 0, row: 0, columns: 80, rows: 30 }, SCREEN), { x: 0.5, y: 0.5 });
});
