import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Workbench } from '../state/workbench/workbench.svelte.ts';
import { fileMenu } from './file-menu.ts';
import type { TreeEdits } from './tree/tree-edits.svelte.ts';

/** The menu of a file; `acts` says what its items have done. */
function menuOf(file: { path: string; isFolder: boolean } | null) {
  const acts: unknown[] = [];
  const note =
    (what: string) =>
    (...args: unknown[]): void =>
      void acts.push([what, ...args]);
  const edits = {
    startNew: note('new'),
    startRename: note('rename'),
    delete: note('delete'),
  } as unknown as TreeEdits;
  const workbench = {
    tab: 'files',
    editorOptions: { now: { external: 'vscode', pattern: '' } },
    showFile: note('show'),
    composer: { get: () => ({ add: note('add'), focus: note('focus') }) },
  } as unknown as Workbench;
  const items = fileMenu(file, {
    workspace: '/w/',
    workbench,
    edits,
    onopen: note('open'),
    onmove: note('move'),
  });
  return {
    labels: items.map(({ label }) => label),
    choose: (label: string): unknown[] => {
      items.find((item) => item.label === label)!.act();
      return acts.splice(0);
    },
  };
}

test('a new file is made in the folder, beside the file, or at the top of the workspace', () => {
  assert.deepEqual(menuOf({ path: 'src', isFolder: true }).choose('New file'), [['new', 'src', false]]);
  assert.deepEqual(menuOf({ path: 'src/a.ts', isFolder: false }).choose('New folder'), [
    ['new', 'src', true],
  ]);
  const top = menuOf(null);
  assert.deepEqual(top.labels, ['New file', 'New folder']);
  assert.deepEqual(top.choose('New file'), [['new', '', false]]);
});

test('what is chosen happens to the file of the menu', () => {
  const { choose } = menuOf({ path: 'src/a.ts', isFolder: false });
  assert.deepEqual(choose('Rename'), [['rename', 'src/a.ts']]);
  assert.deepEqual(choose('Move…'), [['move', 'src/a.ts']]);
  assert.deepEqual(choose('Delete'), [['delete', 'src/a.ts']]);
  assert.deepEqual(choose('Open to the side'), [['show', 'src/a.ts', { isBeside: true }]]);
  assert.deepEqual(choose('Add to chat'), [['add', { path: 'src/a.ts' }], ['focus']]);
});

test('a folder is told from a file in a message, and is not opened beside another one', () => {
  const { choose, labels } = menuOf({ path: 'src', isFolder: true });
  assert.deepEqual(choose('Add to chat')[0], ['add', { path: 'src/' }]);
  assert.ok(labels.includes('Open in shell'));
  assert.ok(!labels.includes('Open to the side'));
  assert.ok(!menuOf({ path: 'a', isFolder: false }).labels.includes('Open in shell'));
});
