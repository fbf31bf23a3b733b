import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile } from '../../shared/changes.ts';
import { notesOf, translateEach } from './change-words.ts';

const notes = (more: Partial<ChangedFile>): string[] =>
  notesOf({
    ...{ path: 'a', kind: 'modified', added: 3, removed: 1, version: '', calls: [] },
    ...{ shared: false, known: true, undone: false },
    ...more,
  });

test('the row of a file says what is true of it beside its lines', () => {
  assert.deepEqual(notes({}), []);
  assert.deepEqual(notes({ shared: true, known: false, isBinary: true }), [
    'binary',
    'possibly not by the agent',
    'previous content unknown',
  ]);
  assert.deepEqual(notes({ kind: 'mode', from: 'b' }), ['from b', 'permissions changed']);
});

test('a file is undone, committed, committed in part, or none of these', () => {
  const [all, part] = [
    { added: 3, removed: 1 },
    { added: 1, removed: 0 },
  ];
  assert.deepEqual(notes({ committed: all }), ['committed']);
  assert.deepEqual(notes({ committed: part }), ['partly committed']);
  assert.deepEqual(notes({ committed: part, undone: true }), ['undone']);
});

test('sentences are translated one by one, and none is lost', () => {
  assert.equal(translateEach('One is a.b. Two? Three.'), 'One is a.b. Two? Three.');
});
