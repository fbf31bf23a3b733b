import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf } from './edit-diff.ts';

/** The patch that pi 0.87.1 wrote for an edit of "one\ntwo\nthree\n". */
const patch = '--- a.txt\n+++ a.txt\n@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+two-and-half\n three\n';
const args = { path: 'a.txt', edits: [{ oldText: 'two', newText: 'TWO\ntwo-and-half' }] };
const after = 'one\nTWO\ntwo-and-half\nthree\n';

test('reversing the patch of an edit gives the text before it', () => {
  const change = changeOf([{ args, details: { patch } }], after);
  assert.deepEqual(change, { original: 'one\ntwo\nthree\n', modified: after });
});

test('later edits elsewhere in the file appear on both sides', () => {
  const now = `# new head\n\n${after}and a new end\n`;
  const change = changeOf([{ args, details: { patch } }], now);
  assert.equal(change?.original, '# new head\n\none\ntwo\nthree\nand a new end\n');
  assert.equal(change?.modified, now);
});

test('when the edited lines have changed again, only the edit itself is shown, with its line numbers', () => {
  const later = '--- a\n+++ a\n@@ -4,1 +4,1 @@\n-x\n+y\n@@ -10,2 +10,1 @@\n keep\n-gone\n';
  assert.deepEqual(changeOf([{ args: {}, details: { patch: later } }], 'something else\n'), {
    original: 'x\n\nkeep\ngone',
    modified: 'y\n\nkeep',
    lines: { original: [4, null, 10, 11], modified: [4, null, 10] },
  });
});

test('an edit to a deleted file is still shown', () => {
  assert.equal(changeOf([{ args, details: { patch } }], null)?.modified, 'one\nTWO\ntwo-and-half\nthree');
});

test('without a usable patch, the texts in the arguments of the call are reversed', () => {
  const expected = { original: 'one\ntwo\nthree\n', modified: after };
  assert.deepEqual(changeOf([{ args }], after), expected);
  assert.deepEqual(changeOf([{ args, details: { patch: patch.slice(0, 40) } }], after), expected);
  assert.deepEqual(
    changeOf([{ args: { path: 'a.txt', oldText: 'two', newText: 'TWO\ntwo-and-half' } }], after),
    expected,
  );
});

test('a new text that occurs twice in the file is not reversed, because that would be a guess', () => {
  const change = changeOf([{ args: { oldText: 'a', newText: 'b' } }], 'b\nb\n');
  assert.deepEqual(change, {
    original: 'a',
    modified: 'b',
    lines: { original: [null], modified: [null] },
  });
  const overlapping = changeOf([{ args: { oldText: 'old', newText: 'x\nx' } }], 'x\nx\nx\n');
  assert.equal(overlapping?.original, 'old', 'only the edit itself is shown');
});

test('a call that is not an edit has no change to show', () => {
  assert.equal(changeOf([{ args: { path: 'a', content: 'x' } }], 'x'), null);
});

test('several edits to a file are reversed together, whether they have patches or only texts', () => {
  const edits = [
    { args: { oldText: 'one', newText: 'ONE' } },
    { args, details: { patch: patch.replaceAll(' one', ' ONE') } },
    { args: { oldText: 'three', newText: 'THREE' } },
  ];
  const now = 'ONE\nTWO\ntwo-and-half\nTHREE\n';
  assert.deepEqual(changeOf(edits, now), { original: 'one\ntwo\nthree\n', modified: now });
});

test('edits are reversed as far back as is certain, and the result is marked as partial', () => {
  const written = { args: { path: 'a.txt', content: 'one\ntwo\nthree\n' } };
  assert.deepEqual(changeOf([written, { args, details: { patch } }], after), {
    original: 'one\ntwo\nthree\n',
    modified: after,
    isPartial: true,
  });
  const alone = changeOf([written, { args, details: { patch } }], null);
  assert.equal(alone?.isPartial, true);
  assert.equal(alone?.modified, 'one\nTWO\ntwo-and-half\nthree');
});
