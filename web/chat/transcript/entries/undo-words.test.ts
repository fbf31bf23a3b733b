import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUndoDetails, undoName, undoWords } from './undo-words.ts';

test('an undo or a redo is described in one line, which names the file if there is only one', () => {
  assert.equal(undoWords({ isRedo: false, paths: ['a.ts'] }), 'You undid changes in a.ts');
  assert.equal(undoWords({ isRedo: true, paths: ['a.ts'] }), 'You redid changes in a.ts');
  assert.equal(undoWords({ isRedo: false, paths: ['a', 'b'] }), 'You undid changes in 2 files');
  assert.equal(undoWords({ isRedo: true, paths: ['a', 'b'] }), 'You redid changes in 2 files');
});

test('a renamed file counts as one, and is named by its path', () => {
  assert.equal(undoWords({ isRedo: false, paths: ['old', 'new'], files: 1 }), 'You undid changes in old');
  assert.equal(
    undoWords({ isRedo: true, paths: ['a', 'old', 'new'], files: 2 }),
    'You redid changes in 2 files',
  );
});

test('details of an extension or of an older panel are not mistaken for those of an undo', () => {
  for (const details of [
    undefined,
    null,
    {},
    { isRedo: true },
    { isRedo: true, paths: [] },
    { isRedo: 1, paths: ['a'] },
  ])
    assert.equal(isUndoDetails(details), false);
  assert.equal(isUndoDetails({ isRedo: false, paths: ['a', 1] }), false);
  assert.equal(isUndoDetails({ isRedo: false, paths: ['a'] }), true);
});

test('the entry has a name for people, not that of its type', () => {
  assert.equal(undoName({ isRedo: false, paths: ['a.ts'] }), 'Undo: You undid changes in a.ts');
  assert.equal(undoName({ isRedo: true, paths: ['a.ts'] }), 'Redo: You redid changes in a.ts');
});
