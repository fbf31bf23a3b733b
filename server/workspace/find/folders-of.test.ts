import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFolders } from './folders-of.ts';

test('folders in which the query ends are found with the files, first if the query is the beginning of a path', () => {
  const files = ['src/stream/a.ts', 'src/stream/deep/b.ts', 'src/strings.ts'];
  assert.deepEqual(withFolders(files, 'src/str', 20), ['src/stream/', ...files]);
  assert.deepEqual(withFolders(files, 'src/', 20), ['src/stream/', ...files]);
  assert.deepEqual(withFolders(files, 'STREAM', 20), [...files, 'src/stream/']);
  assert.deepEqual(withFolders(files, 'src/str', 1), ['src/stream/', files[0]]);
  for (const none of ['', 'sts']) assert.deepEqual(withFolders(files, none, 20), files);
});
