import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterItems } from './picker-items.ts';

const models = [
  { id: 'a/sonnet', label: 'Claude Sonnet 5', detail: 'anthropic' },
  { id: 'o/gpt', label: 'GPT-6', detail: 'openai' },
  { id: 'r/sonnet', label: 'Claude Sonnet 5', detail: 'openrouter' },
];
const ids = (query: string): string[] => filterItems(models, query).map(({ id }) => id);

test('without a filter, all items keep their order', () => {
  assert.deepEqual(ids('  '), ['a/sonnet', 'o/gpt', 'r/sonnet']);
});

test('a label is found by some of its letters in the right order', () => {
  assert.deepEqual(ids('gp6'), ['o/gpt']);
});

test('the detail is searched together with the label', () => {
  assert.deepEqual(ids('sonnet router'), ['r/sonnet']);
});

test('a filter without matches leaves no items', () => {
  assert.deepEqual(ids('qqq'), []);
});
