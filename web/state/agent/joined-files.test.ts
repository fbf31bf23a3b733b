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
    [changed('b', {})],
    [changed('a', { added: 2, removed: 3, undone: true })],
    [changed('a', { kind: 'created', added: 5 })],
  ];
  const [a, b] = joinFiles(files);
  assert.deepEqual([a!.path, a!.kind, a!.added, a!.removed, a!.undone], ['a', 'created', 7, 3, false]);
  assert.equal(b, files[0]![0]);
});

test('a file is undone once all of its changes are', () => {
  const [a] = joinFiles([[changed('a', { undone: true })], [changed('a', { undone: true })]]);
  assert.equal(a!.undone, true);
});

const rowOf = ({ path, from, kind, added }: ChangedFile) => [path, from, kind, added];

test('a file that a later turn renamed counts once, at its new path', () => {
  const renamed = (path: string, from: string): ChangedFile =>
    changed(path, { kind: 'renamed', from, added: 0 });
  assert.deepEqual(joinFiles([[renamed('c', 'b')], [renamed('b', 'a')], [changed('a', {})]]).map(rowOf), [
    ['c', 'a', 'renamed', 1],
  ]);
  assert.deepEqual(joinFiles([[renamed('b', 'a')], [changed('a', {})], [changed('a', {})]]).map(rowOf), [
    ['b', 'a', 'renamed', 2],
  ]);
  // It was new, or is back at its path.
  assert.deepEqual(joinFiles([[renamed('b', 'a')], [changed('a', { kind: 'created' })]]).map(rowOf), [
    ['b', undefined, 'created', 1],
  ]);
  assert.deepEqual(joinFiles([[renamed('a', 'b')], [renamed('b', 'a')]]).map(rowOf), [
    ['a', undefined, 'modified', 0],
  ]);
  // Another file took its earlier path, in the same turn or later.
  for (const turns of [
    [[renamed('b', 'a'), changed('a', {})], [changed('a', {})]],
    [[changed('a', {})], [renamed('b', 'a')], [changed('a', {})]],
  ])
    assert.deepEqual(joinFiles(turns).map(rowOf), [
      ['a', undefined, 'modified', 1],
      ['b', 'a', 'renamed', 1],
    ]);
});
