import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanAction, PlannedFile } from '../../../shared/changes.ts';
import { joinRenames } from './plan-renames.ts';

const RENAMES = [{ from: 'old', to: 'new' }];

function join(files: Record<string, PlanAction>): string[] {
  const planned: PlannedFile[] = Object.entries(files).map(([path, action]) => ({ path, action }));
  return joinRenames<PlannedFile>(planned, RENAMES).map(
    ({ path, action, from }) => `${path}: ${action} ${from ?? ''}`,
  );
}

test('the undo and the redo of a renaming are one change of two paths', () => {
  assert.deepEqual(join({ a: 'delete', new: 'delete', old: 'restore' }), [
    'a: delete ',
    'new: delete ',
    'old: restore new',
  ]);
  assert.deepEqual(join({ new: 'restore', old: 'delete' }), ['new: restore old', 'old: delete ']);
});

test('a renamed file stays when its earlier path is taken, as nothing else has its content', () => {
  assert.deepEqual(join({ new: 'delete', old: 'conflict' }), ['new: conflict ', 'old: conflict ']);
  assert.deepEqual(join({ new: 'delete', old: 'unknown' }), ['new: conflict ', 'old: unknown ']);
});

test('files that were not renamed, and one that is back already, are left as they are', () => {
  assert.deepEqual(join({ other: 'delete', old: 'restore' }), ['other: delete ', 'old: restore ']);
  assert.deepEqual(join({ new: 'delete', old: 'nothing' }), ['new: delete ', 'old: nothing ']);
});
