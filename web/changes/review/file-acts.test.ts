import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileActs, type FileActsOptions } from './file-acts.ts';
import type { ReviewedFile } from './review.svelte.ts';
import type { FileView } from './view-switch.svelte.ts';

const VIEWS: { value: FileView; label: string }[] = [
  { value: 'inline', label: 'Inline' },
  { value: 'sides', label: 'Side by side' },
  { value: 'whole', label: 'Whole file' },
];

/** The head of a file with two changes, and what was done. */
function open(more: Partial<FileActsOptions<(typeof VIEWS)[number]>> & { kind?: ReviewedFile['kind'] } = {}) {
  const done: string[] = [];
  const { kind = 'modified', ...options } = more;
  const acts = fileActs({
    file: { kind, ids: ['a', 'b'], hunks: [{}, {}] as unknown as ReviewedFile['hunks'] },
    ...{ left: 2, isConflict: false, width: 1000, view: 'inline', views: VIEWS, canShowSides: true },
    onview: (view) => done.push(`view ${view}`),
    onkeep: (isKept) => done.push(isKept ? 'keep' : 'again'),
    onopen: () => done.push('open'),
    onundo: () => done.push('undo'),
    onhistory: () => done.push('history'),
    external: { label: 'Open in Zed', act: () => done.push('external') },
    ...options,
  });
  const labels = (items: readonly { label: string }[]): string[] => items.map(({ label }) => label);
  return { ...acts, done, buttons: labels(acts.shown), menu: labels(acts.hidden) };
}

const REST = ['History of the file', 'Open in Zed'];

test('a wide head has all actions as buttons, and the menu has the rest', () => {
  const { buttons, menu, isNarrow, hasOnlyIcons } = open({ width: 860 });
  assert.deepEqual(buttons, ['Open', 'Undo file', 'Keep file']);
  assert.deepEqual(menu, REST);
  assert.deepEqual([isNarrow, hasOnlyIcons], [false, false]);
});

test('with less room only Keep stays a button, and the views become icons', () => {
  const { buttons, menu, hasOnlyIcons } = open({ width: 859 });
  assert.deepEqual(buttons, ['Keep file']);
  assert.deepEqual(menu, ['Open', 'Undo file', ...REST]);
  assert.equal(hasOnlyIcons, false);
  assert.equal(open({ width: 659 }).hasOnlyIcons, true);
  assert.equal(open({ width: 420 }).isNarrow, false);
});

test('a narrow head has no button: the menu has the other views, a line, and the actions', () => {
  const { buttons, menu, hidden, done } = open({ width: 419 });
  assert.deepEqual(buttons, []);
  assert.deepEqual(menu, ['Side by side', 'Whole file', 'Open', 'Undo file', 'Keep file', ...REST]);
  assert.deepEqual(
    hidden.map(({ isSeparated = false }) => isSeparated),
    [false, false, true, false, false, false, false],
  );
  for (const { act } of hidden) act();
  assert.deepEqual(done, ['view sides', 'view whole', 'open', 'undo', 'keep', 'history', 'external']);
});

test('the line stands only below views', () => {
  const { hidden } = open({ width: 300, file: { kind: 'modified', ids: ['a'], hunks: [] } });
  assert.equal(hidden[0]!.isSeparated, false);
  assert.equal(
    open({ width: 900 }).hidden.some(({ isSeparated }) => isSeparated),
    false,
  );
});

test('without room for two columns that view says why, and is not in the menu', () => {
  const { views, menu, possible } = open({ width: 300, canShowSides: false });
  assert.deepEqual(
    views.map(({ lack }) => lack),
    [null, 'There is no room for two columns.', null],
  );
  assert.equal(possible.length, 2);
  assert.equal(menu.includes('Side by side'), false);
});

test('a file without hunks has no views to choose from', () => {
  assert.deepEqual(open({ file: { kind: 'created', ids: ['a'], hunks: [] } }).possible, []);
});

test('a reviewed file can be reviewed again', () => {
  const { buttons, isKept, shown, done } = open({ left: 0 });
  assert.equal(isKept, true);
  assert.deepEqual(buttons, ['Open', 'Undo file', 'Review file again']);
  shown.at(-1)!.act();
  assert.deepEqual(done, ['again']);
});

test('a file without changes to review is not kept, and has no such action', () => {
  const { buttons, isKept } = open({ left: 0, file: { kind: 'modified', ids: [], hunks: [] } });
  assert.equal(isKept, false);
  assert.deepEqual(buttons, ['Open', 'Undo file']);
});

test('a deleted file cannot be opened, here or elsewhere', () => {
  const { buttons, menu } = open({ kind: 'deleted' });
  assert.deepEqual(buttons, ['Undo file', 'Keep file']);
  assert.deepEqual(menu, ['History of the file']);
});

test('a file that cannot be undone has no such action, and a conflict has its own ones', () => {
  assert.deepEqual(open({ onundo: null }).buttons, ['Open', 'Keep file']);
  const conflict = open({ isConflict: true, width: 700 });
  assert.deepEqual([conflict.buttons, conflict.menu], [[], REST]);
  assert.deepEqual(open({ external: null }).menu, ['History of the file']);
});

test('where nothing can be kept, as in a commit, there is no Keep', () => {
  assert.deepEqual(open({ onkeep: null }).buttons, ['Open', 'Undo file']);
  assert.deepEqual(open({ onkeep: null, width: 859 }).buttons, []);
});
