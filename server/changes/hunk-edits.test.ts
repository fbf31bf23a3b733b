import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ABSENT, fileState, type ReadState } from './contents/file-state.ts';
import { findHunk, linesIn, withoutEdit } from './hunk-edits.ts';

const file = (text: string, mode = 0o644): ReadState => {
  const bytes = Buffer.from(text, 'latin1');
  return { state: fileState(bytes, mode), bytes };
};
const EDIT = { beforeStart: 1, beforeEnd: 2, afterStart: 1, afterEnd: 3 };

test('the lines of a hunk are undone, and the other lines, their bytes and the permissions stay', () => {
  const after = file('a\nX\nY\nc\n\xff\n', 0o755);
  assert.deepEqual(withoutEdit(EDIT, file('a\nb\nc\n'), after), file('a\nb\nc\n\xff\n', 0o755));
});

test('a file that was deleted comes back with the permissions that it had', () => {
  const all = { beforeStart: 0, beforeEnd: 2, afterStart: 0, afterEnd: 0 };
  const before = file('a\nb\n', 0o600);
  assert.deepEqual(withoutEdit(all, before, { state: ABSENT }), before);
});

test('a link that became a file, or a file that became a link, has no lines, and comes back whole', () => {
  const link: ReadState = { state: { kind: 'link', target: 'elsewhere' } };
  const text = file('a\nX\nY\n');
  assert.equal(withoutEdit(EDIT, link, text), link);
  assert.equal(withoutEdit(EDIT, text, link), text);
});

test('only lines of the hunk can be chosen in it', () => {
  assert.deepEqual(linesIn(EDIT, { before: [1, 1], after: [2, 3] }), {
    ...{ beforeStart: 1, beforeEnd: 1, afterStart: 2, afterEnd: 3 },
  });
  for (const lines of [
    { before: [0, 2], after: [1, 3] },
    { before: [1, 2], after: [1, 4] },
    { before: [1, 3], after: [1, 3] },
    { before: [2, 1], after: [1, 3] },
  ] as const)
    assert.throws(() => linesIn(EDIT, lines as never), { status: 400 });
});

test('a hunk that is gone is refused, and never taken for another one', () => {
  const hunks = [{ id: 'h1' }, { id: 'h2' }];
  assert.equal(findHunk(hunks, 'a.txt', 'h2'), hunks[1]);
  assert.throws(() => findHunk(hunks, 'a.txt', 'h3'), { status: 404, code: 'unknown_change' });
});
