import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionOf } from './composer-port.ts';

test('a mention names a file, a folder, a line or a range, and is quoted if the path contains spaces', () => {
  assert.equal(mentionOf({ path: 'src/a.ts' }), '@src/a.ts');
  assert.equal(mentionOf({ path: 'src/' }), '@src/');
  assert.equal(mentionOf({ path: 'a.ts', from: 10 }), '@a.ts:10');
  assert.equal(mentionOf({ path: 'a.ts', from: 10, to: 20 }), '@a.ts:10-20');
  assert.equal(mentionOf({ path: 'a b.ts', from: 3, to: 3 }), '@"a b.ts:3"');
});
