import assert from 'node:assert/strict';
import test from 'node:test';
import { diffCounts, diffLinesOf, requestedEdits } from './diff-lines.ts';

// A result of the edit tool of pi 0.87.1.
const DIFF = ' 1 one\n-2 two\n+2 TWO\n+3 two-and-half\n 3 three';
const PATCH = '--- a.txt\n+++ a.txt\n@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+two-and-half\n three\n';

test('the lines of a patch have the line numbers that they have in the file', () => {
  assert.deepEqual(diffLinesOf({ diff: DIFF, patch: PATCH }), [
    { kind: 'same', text: 'one', before: 1, after: 1 },
    { kind: 'removed', text: 'two', before: 2, after: null },
    { kind: 'added', text: 'TWO', before: null, after: 2 },
    { kind: 'added', text: 'two-and-half', before: null, after: 3 },
    { kind: 'same', text: 'three', before: 3, after: 4 },
  ]);
});

test("without a patch, pi's own diff format gives the same lines", () => {
  const lines = diffLinesOf({ diff: DIFF });
  assert.deepEqual(
    lines?.map(({ kind, text }) => `${kind} ${text}`),
    ['same one', 'removed two', 'added TWO', 'added two-and-half', 'same three'],
  );
  assert.deepEqual(diffCounts({ diff: DIFF }), { added: 2, removed: 1 });
});

test('a removed line may start with dashes, and hunks are separated by a gap', () => {
  const patch =
    '--- a\n+++ a\n@@ -1 +1 @@\n--- x\n+++ y\n@@ -9,2 +9,1 @@\n kept\n-gone\n\\ No newline at end of file\n';
  assert.deepEqual(
    diffLinesOf({ patch })?.map(({ kind, text }) => `${kind} ${text}`),
    ['removed -- x', 'added ++ y', 'gap ', 'same kept', 'removed gone'],
  );
});

test('the details of a failed edit contain no diff', () => {
  assert.equal(diffLinesOf({}), null);
  assert.equal(diffLinesOf(undefined), null);
  assert.equal(diffLinesOf({ diff: '' }), null);
});

test('requested edits are shown as removed and added lines, even if they are incomplete', () => {
  const edits = [{ oldText: 'a\n', newText: 'b\nc' }, { oldText: 'd' }, null];
  assert.deepEqual(
    requestedEdits({ edits }).map(({ kind, text }) => `${kind} ${text}`),
    ['removed a', 'added b', 'added c', 'gap ', 'removed d'],
  );
  assert.equal(requestedEdits({ oldText: 'a', newText: 'b' }).length, 2);
  assert.deepEqual(requestedEdits({}), []);
});
