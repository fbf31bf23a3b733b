// The measure of growth that the soak run uses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf } from './growth.ts';

test('a figure that only fluctuates has not grown, whatever its first and last values', () => {
  assert.equal(growthOf([50, 40, 42, 41, 43, 40, 42, 41, 70]), 0);
});

test('a figure that rises steadily has grown by two thirds of its total rise', () => {
  assert.equal(growthOf([0, 1, 2, 3, 4, 5, 6, 7, 8]), 6);
});

test('two values show no growth', () => {
  assert.equal(growthOf([1, 100]), 0);
});
