// When a figure reaches its target.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Figure } from './figure.ts';
import { judge } from './verdict.ts';

function figure(part: Partial<Figure> & { floorValues?: number[] }): Figure {
  const { floorValues = [1, 1, 1], ...rest } = part;
  return {
    name: 'x',
    unit: 'ms',
    product: [2, 2, 2],
    floor: { name: 'floor', values: floorValues },
    ...rest,
  };
}

test('a time is judged by the ratio of the medians, so that one slow repetition does not decide', () => {
  assert.equal(judge(figure({ product: [2, 2, 50], target: { ratio: 2 } })), 'reached');
  assert.equal(judge(figure({ product: [2, 3, 3], target: { ratio: 2 } })), 'missed');
});

test('a time is not judged against a floor that varies more than threefold', () => {
  assert.equal(judge(figure({ floorValues: [1, 1, 3.1], target: { ratio: 2 } })), 'too noisy to judge');
});

test('a time is not judged against a floor that was not measured', () => {
  assert.equal(judge(figure({ floorValues: [], target: { ratio: 2 } })), 'too noisy to judge');
});

test('a budget must be kept in every repetition, however noisy the floor', () => {
  const floorValues = [1, 100];
  assert.equal(judge(figure({ product: [99, 100], floorValues, target: { most: 100 } })), 'reached');
  assert.equal(judge(figure({ product: [1, 1, 101], floorValues, target: { most: 100 } })), 'over budget');
  assert.equal(judge(figure({ product: [100, 99.9], floorValues, target: { least: 100 } })), 'over budget');
});

test('a figure without a target is not judged', () => {
  assert.equal(judge(figure({})), 'no target');
});
