import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOf, undoOf, undoOfFiles } from './scope-undo.ts';

const files = ['a.txt', 'sub/b.txt', 'subs/c.txt'].map((path) => ({ path }));
const head = { scope: 'head' } as const;

test('against the last commit, files and folders are discarded', () => {
  assert.deepEqual(undoOf(head, files), {
    discard: { paths: ['a.txt', 'sub/b.txt', 'subs/c.txt'], to: 'head' },
  });
  for (const folder of ['sub', 'sub/'])
    assert.deepEqual(undoOfFiles(head, { folder }, files), { discard: { paths: ['sub/b.txt'], to: 'head' } });
  assert.deepEqual(undoOfFiles(head, { path: 'a.txt' }, files), {
    discard: { paths: ['a.txt'], to: 'head' },
  });
  assert.deepEqual(partOf(head), { isHead: true });
});

test('in every other scope, recorded changes are undone', () => {
  assert.deepEqual(undoOf({ scope: 'session' }, files), { session: true });
  assert.deepEqual(undoOf({ turn: 't' }, files), { turn: 't' });
  assert.deepEqual(undoOf({ from: 't' }, files), { from: 't' });
  assert.deepEqual([undoOf({ commit: '1' }, files), partOf({ commit: '1' })], [null, {}]);
  assert.deepEqual(undoOfFiles({ turn: 't' }, { path: 'a.txt' }, files), { path: 'a.txt', turn: 't' });
  assert.deepEqual(undoOfFiles({ scope: 'session' }, { folder: 'sub' }, files), { folder: 'sub' });
  assert.deepEqual([partOf({ turn: 't' }), partOf({ scope: 'session' })], [{ turn: 't' }, {}]);
});
