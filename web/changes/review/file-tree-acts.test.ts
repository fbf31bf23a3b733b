import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepAct, rowKey, undoAct } from './file-tree-acts.ts';
import type { ReviewedFile } from './review.svelte.ts';

const FILES = [{ path: 'src/a.ts' }, { path: 'src/b.ts' }] as ReviewedFile[];

test('a row is kept with all of its files, or reviewed again once all are kept', () => {
  const kept: (readonly ReviewedFile[])[] = [];
  const onkeep = (files: readonly ReviewedFile[]): void => void kept.push(files);
  const labels = (['folder', 'file'] as const).flatMap((kind) =>
    [false, true].map(
      (isKept) => keepAct({ kind, files: FILES }, { areDone: () => isKept }, { onkeep })?.label,
    ),
  );
  assert.deepEqual(labels, ['Keep folder', 'Review folder again', 'Keep file', 'Review file again']);
  keepAct({ kind: 'folder', files: FILES }, { areDone: () => false }, { onkeep })?.act();
  assert.deepEqual(kept, [FILES]);
});

test('nothing is kept whose changes are not known yet', () => {
  assert.equal(
    keepAct({ kind: 'file', files: FILES }, { areDone: () => null }, { onkeep: () => undefined }),
    null,
  );
});

test('a folder is undone as a folder and a file as a file, where files can be undone', () => {
  const undone: object[] = [];
  const onundo = (of: object): void => void undone.push(of);
  const [folder, file] = [
    undoAct({ kind: 'folder', path: 'src' }, { onundo }),
    undoAct({ kind: 'file', path: 'src/a.ts' }, { onundo }),
  ];
  folder?.act();
  file?.act();
  assert.deepEqual([folder?.label, file?.label], ['Undo folder', 'Undo file']);
  assert.deepEqual(undone, [{ folder: 'src' }, { path: 'src/a.ts' }]);
  assert.equal(undoAct({ kind: 'file', path: 'src/a.ts' }, { onundo: null }), null);
});

test('keys keep and undo; Escape leaves a tree that covers the changes', () => {
  const all = (isOver: boolean): unknown[] =>
    ['Enter', 'Y', 'U', 'Escape', 'y'].map((key) => rowKey(key, isOver));
  assert.deepEqual(all(true), [null, 'keep', 'undo', 'close', null]);
  assert.deepEqual(all(false), [null, 'keep', 'undo', null, null]);
});
