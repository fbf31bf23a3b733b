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

type Changes = Parameters<typeof undoEnd>[0];

const none = (): Changes => ({ list: null, listed: 0, redone: null, requested: 0 });

function receive(changes: Changes, request: number, ...entries: string[]): void {
  changes.list = listOf(...entries);
  changes.listed = request;
}

test('an undo has ended when it is redone on this page, or when a list no longer has it', () => {
  const changes = none();
  const hasEnded = undoEnd(changes, 'one');
  assert.equal(hasEnded(), false);
  changes.redone = { undo: 'two', paths: ['a'] };
  assert.equal(hasEnded(), false);
  changes.redone = { undo: 'one', paths: ['a'] };
  assert.equal(hasEnded(), true);
  changes.redone = null;
  receive(changes, 1, 'one');
  assert.equal(hasEnded(), false);
  receive(changes, 2);
  assert.equal(hasEnded(), true);
});

test('it has ended even if nobody looked while a list had it', () => {
  const changes = none();
  const hasEnded = undoEnd(changes, 'one');
  receive(changes, 1, 'one');
  receive(changes, 2);
  assert.equal(hasEnded(), true);
});

test('a list that was requested before the undo does not end it', () => {
  const changes = none();
  receive(changes, 1, 'zero');
  changes.requested = 2;
  const hasEnded = undoEnd(changes, 'one');
  receive(changes, 2);
  assert.equal(hasEnded(), false);
  receive(changes, 3);
  assert.equal(hasEnded(), true);
});
