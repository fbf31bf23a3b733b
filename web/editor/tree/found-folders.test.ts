import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundFolders, MAX_FOUND } from './found-folders.ts';
import { treeRows } from './tree-rows.ts';

const rowsOf = (files: string[]): string[] => {
  const folders = foundFolders({ files });
  return treeRows(folders, new Set(folders.keys())).map((row) => (row.kind === 'note' ? row.text : row.path));
};

test('found files are shown in their folders, and the folder of the best match comes first', () => {
  assert.deepEqual(rowsOf(['src/lib/a.ts', 'test/a.ts', 'src/b.ts', 'a.md']), [
    'src',
    'src/lib',
    'src/lib/a.ts',
    'src/b.ts',
    'test',
    'test/a.ts',
    'a.md',
  ]);
});

test('a note says when nothing was found, and when there are more matches', () => {
  assert.match(rowsOf([]).join(), /^No matching files/);
  const many = Array.from({ length: MAX_FOUND }, (_, n) => `${n}.txt`);
  assert.match(rowsOf(many).at(-1)!, /^Only the first 200 are listed/);
});
