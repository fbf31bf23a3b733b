import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ColumnWidths } from './column-widths.svelte.ts';

const newWidths = () =>
  new ColumnWidths(() => ({ columns: ['id', 'a long name', 'text'], widths: [1, 4, 1000] }));

test('a column is as wide as its name and longest value need, within limits', () => {
  const widths = newWidths();
  assert.deepEqual(widths.all, [56, 24 + 'a long name'.length * 9, 320]);
  assert.deepEqual(widths.places, [0, 56, 179, 499]);
});

test('the user makes a column wider by dragging its edge or by steps, and never too narrow', () => {
  const widths = newWidths();
  widths.widen(0, 1);
  widths.startDrag(2, 500);
  widths.drag(560.4);
  widths.drag(900);
  widths.endDrag();
  widths.drag(0);
  assert.deepEqual(widths.all, [80, 123, 720]);
  widths.widen(0, -9);
  assert.equal(widths.all[0], 56);
});
