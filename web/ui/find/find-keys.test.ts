import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findKeys } from './find-keys.ts';

/** Presses a key. Returns what happened, and whether the key was taken from the page. */
function press(key: string, { shiftKey = false, isUpward = false, escapes = true } = {}): unknown[] {
  const done: unknown[] = [];
  const handler = findKeys({
    onstep: (by) => done.push(by),
    isUpward,
    onescape: () => {
      done.push('escape');
      return escapes;
    },
  });
  const take = (): void => void done.push('taken');
  handler({ key, shiftKey, preventDefault: take, stopPropagation: () => {} } as unknown as KeyboardEvent);
  return done;
}

test('Enter steps to the next match, or to the previous one where the newest lines are the last; Shift turns it round', () => {
  assert.deepEqual(press('Enter'), [1, 'taken']);
  assert.deepEqual(press('Enter', { shiftKey: true }), [-1, 'taken']);
  assert.deepEqual(press('Enter', { isUpward: true }), [-1, 'taken']);
  assert.deepEqual(press('Enter', { isUpward: true, shiftKey: true }), [1, 'taken']);
});

test('an Escape that had nothing to close, and every other key, is left to the page', () => {
  assert.deepEqual(press('Escape'), ['escape', 'taken']);
  assert.deepEqual(press('Escape', { escapes: false }), ['escape']);
  assert.deepEqual(press('a'), []);
});
