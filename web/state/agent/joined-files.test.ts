import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile } from '../../../shared/changes.ts';
import { joinFiles } from './joined-files.ts';

const changed = (path: string, more: Partial<ChangedFile>): ChangedFile => ({
  path,
  kind: 'modified',
  added: 1,
  removed: 0,
  version: '',
  calls: [],
  shared: false,
  known: true,
  undone: false,
  ...more,
});

test('a file that several turns changed is listed once, with the lines of all', () => {
  const files = [
    changed('b', {}),
    changed('a', { added: 2, removed: 3, undone: true }),
    changed('a', { kind: 'created', added: 5 }),
  ];
  const [a, b] = joinFiles(files);
  assert.deepEqual([a!.path, a!.kind, a!.added, a!.removed, a!.undone], ['a', 'created', 7, 3, false]);
  assert.equal(b, files[0]);
});

test('a file is undone once all of its changes are', () => {
  const [a] = joinFiles([changed('a', { undone: true }), changed('a', { undone: true })]);
  assert.equal(a!.undone, true);
});
