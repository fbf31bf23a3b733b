import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeDiff } from '../../../shared/changes.ts';
import { hunksOf } from '../../../shared/hunks.ts';
import { changeIds, changeToEnter } from './change-ids.ts';

const text = (before: string, after: string, etags: Partial<ChangeDiff> = {}): ChangeDiff => ({
  before,
  after,
  beforeEtag: `"${before}"`,
  afterEtag: `"${after}"`,
  isCurrent: true,
  ...etags,
});

test('a text has the ids of its hunks', () => {
  const hunks = hunksOf('a.txt', 'one\n', 'two\n');
  const ids = changeIds({ path: 'a.txt', kind: 'modified', diff: text('one\n', 'two\n'), hunks });
  assert.deepEqual(ids, [hunks[0]!.id]);
});

test('a binary file, new permissions, a new name and an empty file are one change, which depends on the contents', () => {
  const binary = (afterEtag: string): ChangeDiff => ({ binary: true, beforeEtag: '"1"', afterEtag });
  const idsOf = (diff: ChangeDiff, kind: 'modified' | 'mode' | 'created' | 'renamed'): string[] =>
    changeIds({ path: 'a', kind, diff, hunks: [] });
  const [two] = idsOf(binary('"2"'), 'modified');
  assert.deepEqual(idsOf(binary('"2"'), 'modified'), [two]);
  assert.notDeepEqual(idsOf(binary('"3"'), 'modified'), [two]);
  assert.equal(idsOf(text('', ''), 'mode').length, 1);
  assert.equal(idsOf(text('x', 'x'), 'renamed').length, 1);
  assert.equal(idsOf(text('', '', { beforeEtag: null }), 'created').length, 1);
});

test('a file that is as it was before has no change, and neither has one whose diff failed', () => {
  assert.deepEqual(changeIds({ path: 'a', kind: 'modified', diff: text('x', 'x'), hunks: [] }), []);
  assert.deepEqual(changeIds({ path: 'a', kind: 'modified', diff: 'too large', hunks: [] }), []);
});

test('a file that is shown in another way is entered at its first open change, unless the user is in it', () => {
  const enter = (done: string[], current: string | null = null): string | undefined =>
    changeToEnter(['a', 'b', 'c'], { current, isDone: (id) => done.includes(id) });
  assert.equal(enter([]), 'a');
  assert.equal(enter(['a']), 'b');
  assert.equal(enter(['a', 'b', 'c']), 'a');
  assert.equal(enter([], 'c'), undefined);
  assert.equal(changeToEnter([], { current: null, isDone: () => false }), undefined);
});
