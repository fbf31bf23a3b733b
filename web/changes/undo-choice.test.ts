import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedFile } from '../../shared/changes.ts';
import { chooseShared, isChosen, sharedFiles, toggle, type Toggled } from './undo-choice.ts';

const FILES: PlannedFile[] = [
  { path: 'own', action: 'restore' },
  { path: 'gone', action: 'delete' },
  { path: 'shared', action: 'merge', shared: true },
  { path: 'blocked', action: 'conflict', shared: true },
  { path: 'as before', action: 'nothing' },
];
const NONE: Toggled = new Set();
const chosen = (toggled: Toggled, files = FILES): string[] =>
  files.filter((file) => isChosen(file, toggled)).map(({ path }) => path);

test('at first, files that something else may have written are not chosen, and those that cannot be undone never', () => {
  assert.deepEqual(chosen(NONE), ['own', 'gone']);
  assert.deepEqual(
    sharedFiles(FILES).map(({ path }) => path),
    ['shared'],
  );
  const all = FILES.reduce(toggle, NONE);
  assert.deepEqual(chosen(all), ['shared']);
});

test('a checkbox that is changed twice is as before', () => {
  for (const file of FILES) assert.deepEqual(chosen(toggle(toggle(NONE, file), file)), chosen(NONE));
});

test('the files that may not be the agent’s are included, or left out, together', () => {
  const [own, , shared] = FILES;
  for (const before of [NONE, toggle(NONE, shared!)]) {
    assert.deepEqual(chosen(chooseShared(before, FILES, true)), ['own', 'gone', 'shared']);
    assert.deepEqual(chosen(chooseShared(before, FILES, false)), ['own', 'gone']);
  }
  assert.deepEqual(chosen(chooseShared(toggle(NONE, own!), FILES, true)), ['gone', 'shared']);
});

test('files that were swapped are chosen together', () => {
  const swapped: PlannedFile[] = [
    { path: 'a', action: 'restore', with: ['b'] },
    { path: 'b', action: 'restore', with: ['a'] },
  ];
  assert.deepEqual(chosen(toggle(NONE, swapped[0]!), swapped), []);
  assert.deepEqual(chosen(toggle(toggle(NONE, swapped[0]!), swapped[1]!), swapped), ['a', 'b']);
});
