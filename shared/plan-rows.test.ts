import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWritten, pathsOf } from './plan-rows.ts';

test('a renamed file has two paths, and each path is named once', () => {
  const swapped = [
    { path: 'a', from: 'b' },
    { path: 'b', from: 'a' },
    { path: 'README.md', from: 'GUIDE.md' },
    { path: 'c' },
  ];
  assert.deepEqual(pathsOf(swapped), ['a', 'b', 'README.md', 'GUIDE.md', 'c']);
});

test('a file that is restored, deleted or merged is written, and no other', () => {
  for (const action of ['restore', 'delete', 'merge'] as const) assert.ok(isWritten({ action }));
  for (const action of ['conflict', 'unknown', 'nothing'] as const) assert.ok(!isWritten({ action }));
});
