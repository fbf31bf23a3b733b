import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveSuggestions, moveTarget } from './move-target.ts';

test('a typed path is one in the workspace, and the path that the file has is no move', () => {
  assert.equal(moveTarget('src/a.ts', 'lib/a.ts'), 'lib/a.ts');
  assert.equal(moveTarget('src/a.ts', ' /lib/b.ts/ '), 'lib/b.ts');
  assert.equal(moveTarget('src/a.ts', '/src/a.ts'), null);
  assert.equal(moveTarget('src/a.ts', ' / '), null);
});

test('a folder is not moved into itself, and a file not to where it is', () => {
  const folders = ['src', 'src/lib', 'src/lib/deep', 'src/library'];
  assert.deepEqual(moveSuggestions('src/lib', folders), ['lib', 'src/library/lib']);
  assert.deepEqual(moveSuggestions('a.ts', ['src']), ['src/a.ts']);
  assert.deepEqual(moveSuggestions('src/a.ts', ['src', 'lib']), ['a.ts', 'lib/a.ts']);
});
