import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingOptions } from './matching-options.ts';

const options = ['Allow once', 'Always allow npm test', 'Deny', 'Deny'];
const values = (query: string): string[] => matchingOptions(options, query).map(({ value }) => value);

test('without a filter every option is listed in its original order', () => {
  assert.deepEqual(values(' '), options);
});

test('every word must occur, in any case and order', () => {
  assert.deepEqual(values('NPM allow'), ['Always allow npm test']);
});

test('two options with the same text are distinguished by their index', () => {
  assert.deepEqual(
    matchingOptions(options, 'deny').map(({ index }) => index),
    [2, 3],
  );
});
