import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf } from './growth.ts';

test('what only goes up and down has not grown, whatever its first and its last value', () => {
  assert.equal(growthOf([50, 40, 42, 41, 43, 40, 42, 41, 70]), 0);
});

test('what rises with every value has grown by two thirds of its way', () => {
  assert.equal(growthOf([0, 1, 2, 3, 4, 5, 6, 7, 8]), 6);
});

test('of two values nothing can be said', () => {
  assert.equal(growthOf([1, 100]), 0);
});
