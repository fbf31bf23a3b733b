import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueuedUndo } from '../../../shared/changes.ts';
import { waitingHunks } from './waiting-hunks.ts';

const undoOf = (hunk: string, more: Partial<QueuedUndo> = {}): QueuedUndo => ({
  id: hunk,
  at: 0,
  isRedo: false,
  files: 1,
  paths: ['a.ts'],
  hunk,
  outcome: null,
  ...more,
});

test('a hunk waits while its undo is in the queue, and no longer once that has ended', () => {
  const ended = undoOf('two', { outcome: { undone: 1, left: [] } });
  const { hunk: _, ...ofFile } = undoOf('three');
  const queued = [undoOf('one'), ended, ofFile, undoOf('four', { isRedo: true })];
  assert.deepEqual([...waitingHunks({ queued })], ['one']);
  assert.equal(waitingHunks(null).size, 0);
});
