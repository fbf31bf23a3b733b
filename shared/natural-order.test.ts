import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareNames, comparePaths } from './natural-order.ts';

test('numbers in names are compared as numbers, and case only decides between equal names', () => {
  const names = ['file10', 'File2', 'file2', 'b1', 'a', 'file1', '10', '9', 'ä', 'B'];
  const sorted = ['9', '10', 'a', 'ä', 'B', 'b1', 'file1', 'File2', 'file2', 'file10'];
  assert.deepEqual(names.toSorted(compareNames), sorted);
  assert.deepEqual(names.toReversed().toSorted(compareNames), sorted);
  assert.equal(compareNames('v1.10.0', 'v1.9.0') > 0, true);
  assert.equal(compareNames('a', 'a'), 0);
});

test('the files of a folder stay together, whatever the names of other folders are', () => {
  const paths = ['a-b/x', 'a/y10', 'A/z', 'a/y9', 'a', 'a/b/c', 'a.ts', 'src/step10.ts', 'src/step2.ts'];
  const sorted = paths.toSorted(comparePaths);
  assert.deepEqual(paths.toReversed().toSorted(comparePaths), sorted);
  assert.deepEqual(
    sorted.filter((path) => path.startsWith('a/')),
    ['a/b/c', 'a/y9', 'a/y10'],
  );
  const folders = sorted.flatMap((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : []));
  const begun = folders.filter((folder, at) => folder !== folders[at - 1]);
  assert.equal(new Set(begun).size, begun.length, 'each folder once');
  assert.ok(sorted.indexOf('src/step2.ts') < sorted.indexOf('src/step10.ts'));
  assert.equal(comparePaths('a/b', 'a/b'), 0);
});
