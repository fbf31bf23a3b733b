import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeDiff } from '../../../shared/changes.ts';
import { undoRefusal } from './undo-refusal.ts';

const NONE: ReadonlySet<string> = new Set();

function fileWith(more: Partial<Extract<ChangeDiff, { before: string }>>, undone = false) {
  const diff = { before: 'a', after: 'b', beforeEtag: null, afterEtag: null, isCurrent: true, ...more };
  return { path: 'a.ts', diff, undone };
}

test('a change that can be undone is not refused', () => {
  assert.equal(undoRefusal(fileWith({}), 'h', NONE), null);
  assert.equal(undoRefusal({ path: 'a.ts', diff: null, undone: false }, 'h', NONE), null);
});

test('the undo of a conflict is refused with what is in the way', () => {
  const why = 'The same lines were changed since.';
  assert.equal(
    undoRefusal(fileWith({ isCurrent: false, why }), 'h', NONE),
    'a.ts: The same lines were changed since. Undo has conflicts to resolve.',
  );
});

test('a change that was undone, or whose undo waits, is not undone again', () => {
  const undone = fileWith({ isCurrent: false, why: 'It was undone.' }, true);
  assert.equal(undoRefusal(undone, 'h', NONE), 'a.ts: It was undone.');
  const waits = 'The undo of this change waits for the end of the turn.';
  assert.equal(undoRefusal(fileWith({}), 'h', new Set(['h'])), waits);
});
