import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  keepMine,
  precondition,
  saved,
  seen,
  takeTheirs,
  type FileState,
  type Version,
} from './file-state.ts';

function version(text: string, etag = `"${text}"`): Version {
  return { text, etag, format: { hasBom: false, eol: '\n' } };
}

const clean: FileState = { base: version('one'), isDirty: false, other: null };
const dirty: FileState = { ...clean, isDirty: true };
const mine = (): string => 'mine';

test('an unedited file follows the disk', () => {
  assert.deepEqual(
    seen(clean, version('two'), () => 'one'),
    {
      state: { base: version('two'), isDirty: false, other: null },
      text: 'two',
    },
  );
});

test('the same version on disk changes nothing', () => {
  assert.deepEqual(seen(dirty, version('one'), mine), { state: dirty });
});

test('an edited file and another version on disk are both kept until somebody decides', () => {
  const { state, text } = seen(dirty, version('theirs'), mine);
  assert.equal(text, undefined, 'the buffer is not touched');
  assert.deepEqual(state, { base: version('one'), isDirty: true, other: version('theirs') });
});

test('there is nothing to decide when both sides wrote the same', () => {
  const { state } = seen(dirty, version('mine'), mine);
  assert.deepEqual(state, { base: version('mine'), isDirty: false, other: null });
});

test('a conflict ends by itself when the disk goes back to the known version', () => {
  const conflict = seen(dirty, version('theirs'), mine).state;
  assert.deepEqual(seen(conflict, version('one'), mine).state, dirty);
});

test('a later version on disk replaces the one that waited, never the buffer', () => {
  const conflict = seen(dirty, version('theirs'), mine).state;
  const step = seen(conflict, version('theirs, again'), mine);
  assert.equal(step.text, undefined);
  assert.deepEqual(step.state.other, version('theirs, again'));
});

test('keeping mine makes the next save replace theirs, and it stays unsaved until then', () => {
  const conflict = seen(dirty, version('theirs'), mine).state;
  const kept = keepMine(conflict);
  assert.equal(kept.isDirty, true);
  assert.equal(kept.other, null);
  assert.deepEqual(precondition(kept), { 'if-match': '"theirs"' });
});

test('taking theirs puts their text into the buffer', () => {
  const conflict = seen(dirty, version('theirs'), mine).state;
  const { state, text } = takeTheirs(conflict);
  assert.equal(text, 'theirs');
  assert.deepEqual(state, { base: version('theirs'), isDirty: false, other: null });
});

test('a deleted file keeps its buffer, and is made again only by a save that says so', () => {
  const { state, text } = seen(clean, 'deleted', () => 'one');
  assert.equal(text, undefined);
  assert.equal(state.other, 'deleted');
  assert.deepEqual(precondition(state), { 'if-none-match': '*' });
});

test('a deleted file that comes back changed is followed when it was not edited, else it is a conflict', () => {
  const gone = seen(clean, 'deleted', () => 'one').state;
  assert.equal(seen(gone, version('back'), () => 'one').text, 'back');
  const goneDirty = seen(dirty, 'deleted', mine).state;
  assert.deepEqual(seen(goneDirty, version('back'), mine).state.other, version('back'));
});

test('what was typed while a save was on its way is still unsaved afterwards', () => {
  assert.deepEqual(
    saved(version('mine'), () => 'mine and more'),
    { base: version('mine'), isDirty: true, other: null },
  );
  assert.equal(saved(version('mine'), mine).isDirty, false);
});
