import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hunksOf } from '../../../shared/hunks.ts';
import { hunkRows, textsOf } from '../../markdown/diff/hunk-rows.ts';
import { lineMarks } from './kept-lines.ts';

/** Returns the marks of the changed lines in the first hunk, with the text of each line. */
function marksOf(before: string, after: string, path = 'x'): Map<string, string> {
  const rows = hunkRows(textsOf({ before, after }), hunksOf(path, before, after), 0);
  return new Map(
    lineMarks(path, rows).flatMap((mark, at) => (mark === null ? [] : [[mark, rows[at]!.text] as const])),
  );
}

test('kept lines stay kept when the lines below them in the hunk are undone or changed', () => {
  const kept = marksOf('a\nz\n', 'a\none\ntwo\nthree\nz\n');
  const undone = marksOf('a\nz\n', 'a\none\ntwo\nz\n');
  const changed = marksOf('a\nz\n', 'a\none\ntwo\nother\nz\n');
  assert.deepEqual([...undone.keys()], [...kept.keys()].slice(0, 2));
  assert.deepEqual([...changed.keys()].slice(0, 2), [...kept.keys()].slice(0, 2));
  assert.equal(kept.has([...changed.keys()][2]!), false);
});

test('equal lines in a hunk have different marks, and so have equal lines in other files, sides and places', () => {
  const twice = marksOf('a\n', 'a\nsame\nsame\n');
  assert.equal(twice.size, 2);
  const others = [marksOf('a\n', 'a\nsame\n', 'y'), marksOf('b\n', 'b\nsame\n'), marksOf('a\nsame\n', 'a\n')];
  for (const other of others) for (const mark of other.keys()) assert.equal(twice.has(mark), false);
});
