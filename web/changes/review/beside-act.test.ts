import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besideAct } from './beside-act.ts';

const OPEN = { isConflict: false, isKept: false, isDone: false, isCurrent: true, canUndo: true };

test('a change is kept, or reviewed again if the user had kept it; a committed one stays as it is', () => {
  assert.equal(besideAct('keep', OPEN), 'keep');
  assert.equal(besideAct('keep', { ...OPEN, isKept: true, isDone: true }), 'review again');
  assert.equal(besideAct('keep', { ...OPEN, isDone: true }), null);
});

test('a change is undone only while it is open, and the file is as it is shown', () => {
  assert.equal(besideAct('undo', OPEN), 'undo');
  for (const other of [{ isDone: true }, { isCurrent: false }, { canUndo: false }, { isConflict: true }])
    assert.equal(besideAct('undo', { ...OPEN, ...other }), null, JSON.stringify(other));
});

test('while a conflict is resolved, keys act on the text', () => {
  for (const act of ['keep', 'undo', 'comment'] as const)
    assert.equal(besideAct(act, { ...OPEN, isConflict: true }), null);
  assert.equal(besideAct('comment', { ...OPEN, isDone: true }), 'comment');
});
