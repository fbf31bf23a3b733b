import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  keepMine,
  mergeSidesOf,
  saveCondition,
  takeMerged,
  takeTheirs,
  updateFromDisk,
  updateFromSave,
  type FileState,
  type Version,
} from './file-state.ts';

function version(text: string, etag = `"${text}"`): Version {
  return { text, etag, format: { hasBom: false, eol: '\n' }, isUtf8: true };
}

const clean: FileState = { base: version('one'), isDirty: false, other: null };
const dirty: FileState = { ...clean, isDirty: true };
const mine = (): string => 'mine';

test('an unedited file follows the disk', () => {
  assert.deepEqual(
    updateFromDisk(clean, version('two'), () => 'one'),
    {
      state: { base: version('two'), isDirty: false, other: null },
      text: 'two',
    },
  );
});

test('the same version on disk changes nothing', () => {
  assert.deepEqual(updateFromDisk(dirty, version('one'), mine), { state: dirty });
});

test('an edited file and another version on disk are both kept until the user decides', () => {
  const { state, text } = updateFromDisk(dirty, version('theirs'), mine);
  assert.equal(text, undefined, 'the buffer is not touched');
  assert.deepEqual(state, { base: version('one'), isDirty: true, other: version('theirs') });
});

test('there is nothing to decide when both sides wrote the same', () => {
  const { state } = updateFromDisk(dirty, version('mine'), mine);
  assert.deepEqual(state, { base: version('mine'), isDirty: false, other: null });
});

test('a conflict ends when the known version is back on disk', () => {
  const conflict = updateFromDisk(dirty, version('theirs'), mine).state;
  assert.deepEqual(updateFromDisk(conflict, version('one'), mine).state, dirty);
});

test('a later version on disk replaces the conflicting one, never the buffer', () => {
  const conflict = updateFromDisk(dirty, version('theirs'), mine).state;
  const step = updateFromDisk(conflict, version('theirs, again'), mine);
  assert.equal(step.text, undefined);
  assert.deepEqual(step.state.other, version('theirs, again'));
});

test('after "keep mine", the next save replaces theirs, and the file stays dirty until then', () => {
  const conflict = updateFromDisk(dirty, version('theirs'), mine).state;
  const kept = keepMine(conflict);
  assert.equal(kept.isDirty, true);
  assert.equal(kept.other, null);
  assert.deepEqual(saveCondition(kept), { 'if-match': '"theirs"' });
});

test('"take theirs" puts their text into the buffer', () => {
  const conflict = updateFromDisk(dirty, version('theirs'), mine).state;
  const { state, text } = takeTheirs(conflict);
  assert.equal(text, 'theirs');
  assert.deepEqual(state, { base: version('theirs'), isDirty: false, other: null });
});

test('a deleted file keeps its buffer, and is created again only by an explicit save', () => {
  const { state, text } = updateFromDisk(clean, 'deleted', () => 'one');
  assert.equal(text, undefined);
  assert.equal(state.other, 'deleted');
  assert.deepEqual(saveCondition(state), { 'if-none-match': '*' });
});

test('a deleted file that reappears with other text is a conflict only if it was edited', () => {
  const deleted = updateFromDisk(clean, 'deleted', () => 'one').state;
  assert.equal(updateFromDisk(deleted, version('back'), () => 'one').text, 'back');
  const deletedDirty = updateFromDisk(dirty, 'deleted', mine).state;
  assert.deepEqual(updateFromDisk(deletedDirty, version('back'), mine).state.other, version('back'));
});

test('edits made during a save are still unsaved afterwards', () => {
  assert.deepEqual(
    updateFromSave(version('mine'), () => 'mine and more'),
    { base: version('mine'), isDirty: true, other: null },
  );
  assert.equal(updateFromSave(version('mine'), mine).isDirty, false);
});

test('"keep mine" keeps the line endings of mine, and decides nothing about a deleted file', () => {
  const crlf = { ...version('theirs'), format: { hasBom: true, eol: '\r\n' as const } };
  const { base } = keepMine({ ...dirty, other: crlf });
  assert.deepEqual([base.format.eol, base.etag, base.text], ['\n', '"theirs"', 'one']);
  const deleted: FileState = { ...dirty, other: 'deleted' };
  assert.equal(keepMine(deleted), deleted);
});

test('a merge whose result is their text leaves nothing to save', () => {
  const base = version('a\nb\nc\n');
  const state: FileState = { base, isDirty: true, other: version('A\nb\nC\n') };
  assert.deepEqual(mergeSidesOf(state, 'A\nb\nc\n'), [{ common: ['A\n', 'b\n', 'C\n'] }]);
  assert.equal(takeMerged(state, 'A\nb\nC\n').state.isDirty, false);
});

test('where there are no two versions, none of the choices between them changes anything', () => {
  for (const other of [null, 'deleted'] as const) {
    const state: FileState = { ...dirty, other };
    assert.equal(keepMine(state), state);
    assert.deepEqual(takeTheirs(state), { state });
    assert.equal(mergeSidesOf(state, 'mine'), null);
    assert.deepEqual(takeMerged(state, 'mine'), { state });
  }
});
