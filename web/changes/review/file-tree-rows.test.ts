import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileTreeRows, rowOfFile } from './file-tree-rows.ts';

const FILES = [
  '/etc/hosts',
  'README.md',
  'src/lib/deep/a.ts',
  'src/lib/deep/b.ts',
  'web/one.ts',
  'web/ui/two.ts',
];

const rowsOf = (folded: string[] = [], paths = FILES): ReturnType<typeof fileTreeRows> =>
  fileTreeRows(
    paths.map((path) => ({ path })),
    new Set(folded),
  );

function outline(folded: string[] = [], paths = FILES): string[] {
  return rowsOf(folded, paths).map(
    ({ kind, name, depth, files }) =>
      '  '.repeat(depth) + name + (kind === 'folder' ? ` (${files.length})` : ''),
  );
}

test('files are grouped by folder, and a folder with one subfolder and no files shares its row', () => {
  assert.deepEqual(outline(), [
    '/etc (1)',
    '  hosts',
    'README.md',
    'src/lib/deep (2)',
    '  a.ts',
    '  b.ts',
    'web (2)',
    '  one.ts',
    '  ui (1)',
    '    two.ts',
  ]);
  assert.deepEqual(outline([], ['/a', '/b/c']), ['/ (2)', '  a', '  b (1)', '    c']);
});

test('a folded folder keeps its count, and the row of a file in it is that of the folder', () => {
  const rows = rowsOf(['web', 'src/lib/deep']);
  assert.deepEqual(outline(['web', 'src/lib/deep']).slice(3), ['src/lib/deep (2)', 'web (2)']);
  assert.equal(rowOfFile(rows, 'web/ui/two.ts')?.path, 'web');
  assert.equal(rowOfFile(rows, 'README.md')?.path, 'README.md');
  assert.equal(rowOfFile(rows, undefined), undefined);
});

test('a file is not taken for one of a folded folder whose name only begins like its own', () => {
  const rows = rowsOf(['web'], ['web-old/one.ts', 'web.md', 'web/two.ts']);
  assert.equal(rowOfFile(rows, 'web-old/one.ts')?.path, 'web-old/one.ts');
  assert.equal(rowOfFile(rows, 'web.md')?.path, 'web.md');
  assert.equal(rowOfFile(rows, 'website/three.ts'), undefined);
});

test('siblings are numbered', () => {
  const places = rowsOf().map(({ position, count }) => `${position}/${count}`);
  assert.deepEqual(places, ['1/4', '1/1', '2/4', '3/4', '1/2', '2/2', '4/4', '1/2', '2/2', '1/1']);
});

test('a file and a folder of the same name have rows of their own', () => {
  const keys = rowsOf([], ['a', 'a/b']).map(({ key, isOpen }) => [key, isOpen]);
  assert.deepEqual(keys, [
    ['a', null],
    ['a/', true],
    ['a/b', null],
  ]);
});
