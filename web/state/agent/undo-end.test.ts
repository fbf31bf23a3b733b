import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeList } from '../../../shared/changes.ts';
import { undoEnd } from './undo-end.ts';

const listOf = (...entries: string[]): ChangeList => ({
  turns: [],
  files: [],
  store: { bytes: 0, limit: 0 },
  undos: entries.map((entry) => ({ entry, at: 1, paths: ['a'] })),
  queued: [],
});

test('an undo has ended when it is redone on this page, or when a list no longer has it', () => {
  const changes: Parameters<typeof undoEnd>[0] = { list: null, redone: null };
  const hasEnded = undoEnd(changes, 'one');
  assert.equal(hasEnded(), false);
  changes.redone = { undo: 'two', paths: ['a'] };
  assert.equal(hasEnded(), false);
  changes.redone = { undo: 'one', paths: ['a'] };
  assert.equal(hasEnded(), true);
  changes.redone = null;
  changes.list = listOf('one');
  assert.equal(hasEnded(), false);
  changes.list = listOf();
  assert.equal(hasEnded(), true);
});

test('a list that was requested before the undo does not end it', () => {
  const changes: Parameters<typeof undoEnd>[0] = { list: listOf('zero'), redone: null };
  const hasEnded = undoEnd(changes, 'one');
  changes.list = listOf();
  assert.equal(hasEnded(), false);
});
