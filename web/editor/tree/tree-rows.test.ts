import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileEntry } from '../../../shared/files.ts';
import {
  actionForKey,
  editForKey,
  findTyped,
  isFile,
  keyName,
  treeRows,
  type Folder,
  type TreeRow,
} from './tree-rows.ts';

function entry(name: string, type: FileEntry['type'] = 'file', more: Partial<FileEntry> = {}): FileEntry {
  return { name, type, size: 1, mtime: 0, ...more };
}

function loaded(...entries: FileEntry[]): Folder {
  return { status: 'loaded', entries, isTruncated: false };
}

const folders = new Map<string, Folder>([
  ['', loaded(entry('src', 'dir'), entry('test', 'dir'), entry('README.md'))],
  ['src', loaded(entry('lib', 'dir'), entry('main.ts'))],
  ['src/lib', { status: 'loading' }],
  ['test', { status: 'failed', message: 'gone' }],
]);

const shown = (rows: TreeRow[]): string[] =>
  rows.map((row) => `${'  '.repeat(row.depth)}${row.kind !== 'note' ? row.path : `(${row.text})`}`);

test('closed folders hide their entries', () => {
  assert.deepEqual(shown(treeRows(folders, new Set())), ['src', 'test', 'README.md']);
});

test('open folders show their rows below them; loading and failed ones show a note there', () => {
  assert.deepEqual(shown(treeRows(folders, new Set(['src', 'src/lib', 'test']))), [
    'src',
    '  src/lib',
    '    (Loading…)',
    '  src/main.ts',
    'test',
    '  (gone)',
    'README.md',
  ]);
});

test('an open folder inside a closed one stays hidden', () => {
  assert.deepEqual(shown(treeRows(folders, new Set(['src/lib']))), ['src', 'test', 'README.md']);
});

test('a row has its position among its siblings', () => {
  const row = treeRows(folders, new Set(['src']))[2];
  assert.ok(row?.kind === 'entry');
  assert.deepEqual([row.path, row.depth, row.position, row.count], ['src/main.ts', 1, 2, 2]);
});

test('a link to a folder opens like a folder; a link to a file does not', () => {
  const linked = new Map<string, Folder>([
    ['', loaded(entry('d', 'link', { target: 'dir' }), entry('f', 'link', { target: 'file' }))],
  ]);
  assert.deepEqual(
    treeRows(linked, new Set()).map((row) => row.kind === 'entry' && row.isFolder),
    [true, false],
  );
});

test('a truncated listing ends with a note', () => {
  const cut = new Map<string, Folder>([['', { status: 'loaded', entries: [entry('a')], isTruncated: true }]]);
  assert.equal(shown(treeRows(cut, new Set())).at(-1), '(Only the first 1 are listed.)');
});

const rows = treeRows(folders, new Set(['src']));

test('Up, Down, Home and End move between rows and stop at the ends', () => {
  assert.deepEqual(actionForKey('ArrowDown', rows, 'src'), { do: 'go', path: 'src/lib' });
  assert.deepEqual(actionForKey('ArrowUp', rows, 'src'), { do: 'go', path: 'src' });
  assert.deepEqual(actionForKey('ArrowUp', rows, 'src/lib'), { do: 'go', path: 'src' });
  assert.deepEqual(actionForKey('End', rows, 'src'), { do: 'go', path: 'README.md' });
  assert.deepEqual(actionForKey('ArrowDown', rows, 'README.md'), { do: 'go', path: 'README.md' });
  assert.deepEqual(actionForKey('Home', rows, 'README.md'), { do: 'go', path: 'src' });
});

test('Right opens a folder, then enters it; Left closes it or goes to its parent', () => {
  assert.deepEqual(actionForKey('ArrowRight', rows, 'test'), { do: 'open', path: 'test' });
  assert.deepEqual(actionForKey('ArrowRight', rows, 'src'), { do: 'go', path: 'src/lib' });
  assert.equal(actionForKey('ArrowRight', rows, 'README.md'), null);
  assert.deepEqual(actionForKey('ArrowLeft', rows, 'src'), { do: 'close', path: 'src' });
  assert.deepEqual(actionForKey('ArrowLeft', rows, 'src/main.ts'), { do: 'go', path: 'src' });
  assert.equal(actionForKey('ArrowLeft', rows, 'README.md'), null);
});

test('Enter chooses the current row; if that no longer exists, the first row is current', () => {
  const act = actionForKey('Enter', rows, 'no longer there');
  assert.ok(act?.do === 'choose');
  assert.equal(act.row.path, 'src');
});

test('typing goes to the next matching name, wraps around, and stays on it while more letters match', () => {
  assert.equal(findTyped('m', rows, 'src'), 'src/main.ts');
  assert.equal(findTyped('s', rows, 'README.md'), 'src');
  assert.equal(findTyped('rea', rows, 'README.md'), 'README.md');
  const twins = treeRows(new Map([['', loaded(entry('main.ts'), entry('make.ts'))]]), new Set());
  assert.equal(findTyped('m', twins, 'main.ts'), 'make.ts');
  assert.equal(findTyped('ma', twins, 'main.ts'), 'main.ts', 'the current name still matches');
  assert.equal(findTyped('zzz', rows, 'src'), null);
});

test('keys undo, rename and delete, on every system', () => {
  const press = (key: string, more: object = {}): string | null =>
    editForKey(keyName({ key, ctrlKey: false, metaKey: false, ...more }));
  assert.deepEqual([press('z', { ctrlKey: true }), press('Z', { metaKey: true })], ['undo', 'undo']);
  assert.deepEqual([press('F2'), press('Delete')], ['rename', 'delete']);
  assert.equal(press('Backspace', { metaKey: true }), 'delete');
  for (const key of ['z', 'Backspace', 'd', 'Enter']) assert.equal(press(key), null, key);
});

test('a file and a link to one are opened, but no folder, broken link or device', () => {
  const entries = [
    entry('a'),
    entry('b', 'link', { target: 'file' }),
    entry('c', 'link', { target: 'missing' }),
    entry('d', 'link', { target: 'outside' }),
    entry('e', 'dir'),
    entry('f', 'other'),
  ];
  assert.deepEqual(
    entries.map((one) => isFile({ entry: one })),
    [true, true, false, false, false, false],
  );
});
