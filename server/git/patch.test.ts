import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchOf } from './patch.ts';

test('each part of a patch counts the lines that the parts before it have added', () => {
  const file = { path: 'a.txt', before: '1\n2\n3\n', after: 'new\n1\n2\nX\n', isExecutable: false };
  const patch = patchOf(file, [
    { beforeStart: 0, beforeEnd: 0, afterStart: 0, afterEnd: 1 },
    { beforeStart: 2, beforeEnd: 3, afterStart: 3, afterEnd: 4 },
  ]);
  const head = 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n';
  assert.equal(patch, `${head}@@ -0,0 +1,1 @@\n+new\n@@ -3,1 +4,1 @@\n-3\n+X\n`);
});
