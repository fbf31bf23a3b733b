import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRows, pathsOf, rowsOf } from './plan-rows.ts';

test('a renamed file is one row with two paths, and counts as one file', () => {
  const plan = {
    plan: 'p',
    files: [
      { path: 'GUIDE.md', action: 'delete' as const },
      { path: 'README.md', action: 'restore' as const, from: 'GUIDE.md' },
      { path: 'a', action: 'merge' as const },
    ],
  };
  assert.deepEqual(
    rowsOf(plan).map(({ path }) => path),
    ['README.md', 'a'],
  );
  assert.deepEqual(pathsOf(rowsOf(plan)), ['README.md', 'GUIDE.md', 'a']);
  assert.equal(countRows(plan, ['GUIDE.md', 'README.md', 'a']), 2);
  assert.equal(countRows(plan, ['README.md']), 0);
});
