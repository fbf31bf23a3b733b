import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanAction } from '../../../shared/changes.ts';
import { ABSENT } from '../contents/file-state.ts';
import { file } from '../fixtures/records.ts';
import { joinRenames } from './plan-renames.ts';
import type { PlannedRow } from './planned.ts';

const RENAMES = [{ from: 'old', to: 'new' }];

function row(path: string, action: PlanAction, content = 'x'): PlannedRow {
  const [before, after] = action === 'delete' ? [file(content), ABSENT] : [ABSENT, file(content)];
  const writes =
    action === 'delete' || action === 'restore'
      ? [{ path, before, after: { state: after }, steps: [path] }]
      : [];
  const why = writes.length === 0 && { why: 'It is in the way.' };
  return { path, action, ...why, writes, sources: [{ path, changes: [], steps: [path], isShared: false }] };
}

function join(...rows: PlannedRow[]): string[] {
  return joinRenames(rows, RENAMES).map(
    ({ path, action, from = '-', writes, sources }) =>
      `${path} ${action} ${from}: ${writes.map((one) => `${one.path}<${one.from ?? ''}`).join(' ')}: ${sources.length}`,
  );
}

test('the undo and the redo of a renaming are one row, which moves the file', () => {
  assert.deepEqual(join(row('a', 'delete'), row('new', 'delete'), row('old', 'restore')), [
    'a delete -: a<: 1',
    'old restore new: old<new new<: 2',
  ]);
  assert.deepEqual(join(row('new', 'restore'), row('old', 'delete')), ['new restore old: new<old old<: 2']);
});

test('a file whose content differs from the restored one is written, and then the other one deleted', () => {
  assert.deepEqual(join(row('new', 'delete', 'y'), row('old', 'restore')), ['old restore new: old< new<: 2']);
});

test('a renamed file stays when its earlier path is taken, as nothing else has its content', () => {
  assert.deepEqual(join(row('new', 'delete'), row('old', 'conflict')), ['old conflict new: : 2']);
  assert.deepEqual(join(row('new', 'delete'), row('old', 'unknown')), ['old unknown new: : 2']);
});

test('files that were not renamed, one that is back already, and those that moved with others are left as they are', () => {
  assert.equal(join(row('other', 'delete'), row('old', 'restore')).length, 2);
  assert.equal(join(row('new', 'delete'), row('old', 'nothing')).length, 2);
  assert.equal(join({ ...row('new', 'delete'), with: ['x'] }, row('old', 'restore')).length, 2);
});
