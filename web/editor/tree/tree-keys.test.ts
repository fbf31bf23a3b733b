import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileEntry } from '../../../shared/files.ts';
import { TreeKeys } from './tree-keys.ts';
import { treeRows, type Folder } from './tree-rows.ts';

const folder = (...entries: FileEntry[]): Folder => ({ status: 'loaded', entries, isTruncated: false });
const file = (name: string): FileEntry => ({ name, type: 'file', size: 1, mtime: 0 });
const LIB: FileEntry = { ...file('lib'), type: 'dir' };

/** A tree with an open folder. `current` follows the keys, as the focus does. */
function setUp(current: string | null = 'README.md') {
  const done: string[] = [];
  const folders = new Map([
    ['', folder(LIB, file('README.md'), file('lint.ts'), file('list.ts'))],
    ['lib', folder(file('a.ts'))],
  ]);
  const at = { current };
  const keys = new TreeKeys({
    tree: () => ({
      rows: treeRows(folders, new Set(['lib'])),
      open: (path) => done.push(`open ${path}`),
      close: (path) => done.push(`close ${path}`),
    }),
    edits: () => ({
      undo: () => done.push('undo'),
      startRename: (path) => done.push(`rename ${path}`),
      delete: (path) => Promise.resolve(void done.push(`delete ${path}`)),
    }),
    go: (path) => {
      at.current = path;
      done.push(`go ${path}`);
    },
    choose: ({ path }, isKept) => done.push(`choose ${path}${isKept ? ' for work' : ''}`),
  });
  const press = (key: string, more: object = {}): boolean =>
    keys.press({ key, ctrlKey: false, metaKey: false, ...more }, at.current);
  return { press, done, at };
}

test('keys move, choose, and open and close folders, and the browser does nothing more', () => {
  const { press, done, at } = setUp();
  for (const key of ['ArrowDown', 'Enter', ' ']) assert.equal(press(key), true);
  at.current = 'lib';
  assert.equal(press('ArrowLeft'), true);
  assert.deepEqual(done, ['go lint.ts', 'choose lint.ts for work', 'choose lint.ts', 'close lib']);
});

test('F2 renames, Delete deletes, and Ctrl+Z undoes the last edit', () => {
  const { press, done } = setUp();
  assert.deepEqual([press('F2'), press('Delete'), press('z', { ctrlKey: true })], [true, true, true]);
  assert.deepEqual(done, ['rename README.md', 'delete README.md', 'undo']);
});

test('without a row nothing is renamed or deleted, but the last edit can be undone', () => {
  const { press, done } = setUp(null);
  assert.deepEqual([press('F2'), press('Delete'), press('z', { metaKey: true })], [false, false, true]);
  assert.deepEqual(done, ['undo']);
});

test('letters typed in quick succession find a row by the beginning of its name', () => {
  const { press, done } = setUp();
  for (const letter of 'lis') assert.equal(press(letter), false);
  assert.equal(done.at(-1), 'go list.ts');
  assert.equal(press('q'), false);
  assert.equal(done.at(-1), 'go list.ts', 'no name begins with lisq');
});

test('after another key a letter begins a new word', () => {
  const { press, done } = setUp();
  press('l');
  press('ArrowDown');
  press('r');
  assert.equal(done.at(-1), 'go README.md');
});
