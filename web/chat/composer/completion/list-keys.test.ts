import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listKey } from './list-keys.ts';

const press = (key: string, more: { shiftKey?: boolean; altKey?: boolean; isComplete?: boolean } = {}) => {
  const { isComplete = false, ...keys } = more;
  return listKey({ key, shiftKey: false, altKey: false, ...keys }, isComplete);
};

test('Tab and Enter choose, Escape closes the list, and all other keys type', () => {
  assert.deepEqual(
    ['Tab', 'Enter', 'Escape', 'a', 'ArrowLeft', ' '].map((key) => press(key)),
    ['choose', 'choose', 'dismiss', null, null, null],
  );
});

test('Enter sends what is typed in full, where there is nothing left to choose', () => {
  assert.equal(press('Enter', { isComplete: true }), null);
  assert.equal(press('Tab', { isComplete: true }), 'choose');
});

test('Enter that begins a line, or queues a follow-up, chooses nothing', () => {
  assert.equal(press('Enter', { shiftKey: true }), null);
  assert.equal(press('Enter', { altKey: true }), null);
});
