import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../../ui/overlays/question.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';
import type { Tab } from './open-files.svelte.ts';
import { closeTab, fileToSave, holdPage, isSaveKey, onVisibility } from './unsaved-tabs.ts';

const tabOf = (more: object): Tab =>
  ({ kind: 'file', path: 'a.ts', isDirty: false, theirs: null, ...more }) as Tab;

/** Closes a tab. `acts` says what happened to it. */
function closing(more: object, canSave = true) {
  const acts: string[] = [];
  const questions: Question[] = [];
  const save = (): Promise<boolean> => Promise.resolve((acts.push('saved'), canSave));
  const files = {
    close: () => Promise.resolve(void acts.push('closed')),
    select: () => void acts.push('selected'),
  };
  closeTab(files, tabOf({ saveForUser: save, ...more }), (question) => questions.push(question));
  return { acts, questions };
}

test('only a file with unsaved edits is asked about before its tab closes', () => {
  assert.deepEqual(closing({}), { acts: ['closed'], questions: [] });
  assert.deepEqual(closing({ kind: 'diff', isDirty: true }), { acts: ['closed'], questions: [] });
  const { acts, questions } = closing({ isDirty: true });
  assert.deepEqual([acts, questions.length], [[], 1]);
  assert.match(questions[0]!.text, /^a\.ts/);
  assert.deepEqual([questions[0]!.isDestructive, questions[0]!.other?.isDestructive], [undefined, true]);
});

test('the tab closes after the save, and a file that could not be saved stays open and is shown', async () => {
  for (const [canSave, end] of [
    [true, 'closed'],
    [false, 'selected'],
  ] as const) {
    const { acts, questions } = closing({ isDirty: true }, canSave);
    await questions[0]!.act();
    assert.deepEqual(acts, ['saved', end]);
  }
});

test('edits that the user discards are not saved', async () => {
  const { acts, questions } = closing({ isDirty: true });
  await questions[0]!.other!.act();
  assert.deepEqual(acts, ['closed']);
});

test('Ctrl+S and ⌘S save, also with Caps Lock, but not in a terminal, with Alt, or if they were handled', () => {
  const key = { key: 's', ctrlKey: true, metaKey: false, altKey: false, defaultPrevented: false };
  const page = { closest: () => null };
  const terminal = { closest: (selector: string) => (selector === '.xterm' ? ({} as Element) : null) };
  assert.ok(isSaveKey(key, null));
  assert.ok(isSaveKey({ ...key, key: 'S' }, page));
  assert.ok(isSaveKey({ ...key, ctrlKey: false, metaKey: true }, page));
  for (const other of [{ key: 'd' }, { ctrlKey: false }, { altKey: true }, { defaultPrevented: true }])
    assert.ok(!isSaveKey({ ...key, ...other }, page), JSON.stringify(other));
  assert.ok(!isSaveKey(key, terminal));
});

test('outside of the editor the key saves only what has edits or a conflict', () => {
  const saved = (more: object, isInside: boolean): boolean => fileToSave(tabOf(more), isInside) !== null;
  assert.deepEqual([saved({}, true), saved({}, false)], [true, false]);
  assert.ok(saved({ isDirty: true }, false));
  assert.ok(saved({ theirs: {} }, false));
  assert.ok(!saved({ kind: 'diff', isDirty: true }, true));
  assert.equal(fileToSave(null, true), null);
});

test('the page is held, and edits are stored, only while some are not stored', () => {
  const acts: string[] = [];
  const preventDefault = (): void => void acts.push('held');
  const storeEdits = (): Promise<void> => Promise.resolve(void acts.push('stored'));
  const filesOf = (...unstored: boolean[]) => ({
    files: unstored.map((hasUnstoredEdits) => ({ hasUnstoredEdits }) as OpenFile),
    storeEdits,
  });
  holdPage(null, { preventDefault });
  holdPage(filesOf(false, false), { preventDefault });
  assert.deepEqual(acts, []);
  holdPage(filesOf(false, true), { preventDefault });
  assert.deepEqual(acts.sort(), ['held', 'stored']);
});

test('edits are stored when the page is hidden, and files are read again when it is shown', () => {
  const done: unknown[] = [];
  const files = {
    storeEdits: () => Promise.resolve(void done.push('stored')),
    onFilesChanged: (paths: readonly string[]) => void done.push(paths),
  };
  onVisibility(files, true);
  onVisibility(files, false);
  onVisibility(null, true);
  assert.deepEqual(done, ['stored', ['']]);
});
