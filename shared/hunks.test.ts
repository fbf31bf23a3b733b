import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editsBetween, hunksOf, withoutHunk } from './hunks.ts';

const numbered = (count: number, word = 'line'): string[] =>
  Array.from({ length: count }, (_, i) => `${word} ${i}\n`);

/** `before` with the edits made. */
function applyEdits(before: readonly string[], after: readonly string[]): string[] {
  const made: string[] = [];
  let from = 0;
  for (const edit of editsBetween(before, after)) {
    made.push(...before.slice(from, edit.beforeStart), ...after.slice(edit.afterStart, edit.afterEnd));
    from = edit.beforeEnd;
  }
  return [...made, ...before.slice(from)];
}

test('50,000 changes of one large file stay as many hunks', () => {
  const before = numbered(100_000);
  const after = before.map((line, at) => (at % 2 ? line : `changed ${at}\n`));
  const edits = editsBetween(before, after);
  assert.equal(edits.length, 50_000);
  assert.deepEqual(edits[1], { beforeStart: 2, beforeEnd: 3, afterStart: 2, afterEnd: 3 });
  assert.deepEqual(applyEdits(before, after), after);
});

test('large texts without a line in common, or with few different lines, are compared in time', () => {
  assert.equal(editsBetween(numbered(50_000), numbered(50_000, 'other')).length, 1);
  const [a, b] = [7, 11].map((by) => Array.from({ length: 20_000 }, (_, i) => `${(i * by) % 50}\n`));
  assert.deepEqual(applyEdits(a!, b!), b);
});

test('moved, added and removed parts of a large text are found', () => {
  const before = numbered(5000);
  const after = [
    ...before.slice(0, 1000),
    ...numbered(300, 'new'),
    ...before.slice(1000, 2000),
    ...before.slice(2500, 4000),
    ...before.slice(2000, 2500),
    ...before.slice(4000),
  ];
  assert.deepEqual(applyEdits(before, after), after);
  const edits = editsBetween(before, after);
  assert.equal(edits.length, 3);
  assert.deepEqual(edits[0], { beforeStart: 1000, beforeEnd: 1000, afterStart: 1000, afterEnd: 1300 });
});

test('a hunk does not take over the id of an equal one that was undone', () => {
  const part = (name: string): string => `${name}\n{\n\n\nold\n\n\n}\n`;
  const before = ['one', 'two', 'three'].map(part).join('');
  const after = before.replaceAll('old', 'new');
  const hunks = hunksOf('a', before, after);
  assert.equal(new Set(hunks.map(({ id }) => id)).size, 3);
  for (const undone of hunks) {
    const left = hunksOf('a', before, withoutHunk(before, after, undone));
    assert.equal(left.length, 2);
    assert.ok(left.every(({ id }) => id !== undone.id));
  }
  assert.deepEqual(hunksOf('a', before, after), hunks);
});

test('many hunks that nothing distinguishes still get ids of their own, in time', () => {
  const before = 'same\nold\n'.repeat(20_000);
  const hunks = hunksOf('a', before, before.replaceAll('old', 'new'));
  assert.equal(new Set(hunks.map(({ id }) => id)).size, hunks.length);
});
