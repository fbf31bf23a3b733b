import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfStem, NameEntry } from './name-entry.ts';

const THERE = { refusal: null, isThere: true };

test('a name is committed with Enter, and when the user goes elsewhere on the page', () => {
  const entry = new NameEntry();
  assert.deepEqual(
    ['a', 'Enter', 'Tab'].map((key) => entry.onKey(key)),
    [null, 'commit', null],
  );
  assert.equal(entry.commitsOnLeave(THERE), true);
});

test('a refused name is not sent again by leaving it, nor one whose window or field is left', () => {
  const entry = new NameEntry();
  assert.equal(entry.commitsOnLeave({ ...THERE, refusal: 'It exists already.' }), false);
  assert.equal(entry.commitsOnLeave({ ...THERE, isThere: false }), false);
});

test('a canceled name is not committed by the field that goes away', () => {
  const entry = new NameEntry();
  assert.equal(entry.onKey('Escape'), 'cancel');
  assert.equal(entry.commitsOnLeave(THERE), false);
});

test('the name is selected without its extension, but a hidden file as a whole', () => {
  assert.deepEqual(['a.test.ts', '.env', 'Makefile', ''].map(endOfStem), [6, 4, 8, 0]);
});
