import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenFiles } from './chosen-files.ts';

test('a file is committed whole only if all its changes are kept, and not at all if none is', () => {
  const files = [
    { path: 'all', ids: ['1', '2'] },
    { path: 'all but one', ids: ['3', '4', '5'] },
    { path: 'one', ids: ['6', '7', '8'] },
    { path: 'none', ids: ['9'] },
    { path: 'nothing to keep', ids: [] },
    { path: 'only one', ids: ['10'] },
  ];
  const kept = new Set(['1', '2', '3', '5', '7', '10']);
  assert.deepEqual(chosenFiles(files, kept), [
    { path: 'all' },
    { path: 'all but one', hunks: ['3', '5'] },
    { path: 'one', hunks: ['7'] },
    { path: 'only one' },
  ]);
});
