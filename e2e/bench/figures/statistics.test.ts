// Medians, percentiles and spread.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, percentile, spread } from './statistics.ts';

test('the median of an even number of values is the mean of the two in the middle', () => {
  assert.equal(median([9, 1, 4]), 4);
  assert.equal(median([9, 1, 4, 5]), 4.5);
});

test('a percentile is one of the values, and at least that share of the values does not exceed it', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  assert.equal(percentile(values, 50), 100);
  assert.equal(percentile(values, 99), 198);
  assert.equal(percentile([7], 99), 7);
});

test('no values have neither a median nor a percentile', () => {
  assert.ok(Number.isNaN(median([])));
  assert.ok(Number.isNaN(percentile([], 99)));
});

test('the spread is the largest value as a multiple of the smallest', () => {
  assert.equal(spread([2, 3, 8]), 4);
  assert.equal(spread([0, 0]), 1);
  assert.equal(spread([0, 1]), Infinity);
});
