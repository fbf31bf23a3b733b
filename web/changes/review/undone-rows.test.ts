import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenUndo } from '../../../shared/changes.ts';
import { undoneRows } from './undone-rows.ts';

const undo = (path: string, more: object = {}): OpenUndo =>
  ({ entry: path, paths: [path], lines: { before: [0, 1], after: [0, 1] }, ...more }) as unknown as OpenUndo;

const rows = (undos: OpenUndo[], files: string[], undone = undos.flatMap(({ paths }) => paths)): string[][] =>
  undoneRows(undos, { files, undone }).map((row) => row.map(({ entry }) => entry));

test('an undone change stands where its file was, before the next one or after all', () => {
  const undos = ['a.ts', 'm10.ts', 'm9.ts', 'z.ts'].map((path) => undo(path));
  assert.deepEqual(rows(undos, ['b.ts', 'm9a.ts']), [['a.ts'], ['m9.ts'], ['m10.ts', 'z.ts']]);
  assert.deepEqual(rows(undos, []), [['a.ts', 'm10.ts', 'm9.ts', 'z.ts']]);
  assert.deepEqual(rows([], ['a.ts']), [[], []]);
});

test('a file that is still under review shows its undos itself', () => {
  assert.deepEqual(rows([undo('a.ts')], ['a.ts', 'b.ts']), [[], [], []]);
});

test('undos of whole files, and of files that are not in the scope, are not shown', () => {
  assert.deepEqual(rows([undo('a.ts', { lines: undefined })], ['b.ts'], ['a.ts']), [[], []]);
  assert.deepEqual(rows([undo('a.ts')], ['b.ts'], []), [[], []]);
});
