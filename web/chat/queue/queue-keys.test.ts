import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMeant, queueKey } from './queue-keys.ts';

const FREE = { isFixed: false, isEditing: false };
const press = (key: string, more: object = {}, message = FREE): unknown =>
  queueKey({ key, altKey: true, ctrlKey: false, metaKey: false, ...more }, message);

test('Alt and an arrow move a message, or change its lane', () => {
  assert.deepEqual(
    ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', 'a'].map((key) => press(key)),
    ['earlier', 'later', 'convert', 'convert', null, null],
  );
});

test('without Alt, or with another modifier, a key is left to the page and the system', () => {
  for (const other of [{ altKey: false }, { ctrlKey: true }, { metaKey: true }])
    assert.equal(press('ArrowUp', other), null);
});

test('the second click of a double click removes no second message, and a key is a click too', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((detail) => isMeant({ detail })),
    [true, true, false, false],
  );
});

test('the keys are those of the text while it is edited, and do nothing to a message that is being delivered', () => {
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft']) {
    assert.equal(press(key, {}, { ...FREE, isEditing: true }), null);
    assert.equal(press(key, {}, { ...FREE, isFixed: true }), null);
  }
});
