import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CLAIM } from '../../lib/browser/focus-claim.ts';
import { conflictWords, showEdited, showFile } from './shown-files.ts';

/** A page that notes what is shown, and whether it may take the focus. */
function setUp() {
  const done: string[] = [];
  Object.defineProperty(globalThis, 'document', { value: { activeElement: null }, configurable: true });
  const workbench = {
    showFile: (path: string, where: object = {}, claim?: unknown) =>
      void done.push(`open ${path} ${JSON.stringify(where)}${claim === NO_CLAIM ? '' : ' with the focus'}`),
  };
  const rows = {
    go: (path: string) => Promise.resolve(void done.push(`go ${path}`)),
    show: (path: string) => void done.push(`show ${path}`),
  };
  return { done, rows, workbench };
}

test('a file to look at is a preview that leaves the focus in the tree, and one for work takes it', () => {
  const { done, workbench } = setUp();
  showFile(workbench, 'a.ts', false);
  showFile(workbench, 'a.ts', true);
  assert.deepEqual(done, ['open a.ts {"isPreview":true}', 'open a.ts {} with the focus']);
});

test('the focus goes to the row of an edited file, and a new file is opened with it', async () => {
  const { done, ...page } = setUp();
  const isFocusFree = (): boolean => true;
  await showEdited(page, 'a.ts', { isNewFile: false, isFocusFree });
  await showEdited(page, 'new.ts', { isNewFile: true, isFocusFree });
  assert.deepEqual(done, ['go a.ts', 'go new.ts', 'open new.ts {} with the focus']);
});

test('a user who went elsewhere meanwhile keeps the focus there', async () => {
  const { done, ...page } = setUp();
  await showEdited(page, 'new.ts', { isNewFile: true, isFocusFree: () => false });
  assert.deepEqual(done, ['show new.ts', 'open new.ts {}']);
});

test('a file is opened even if the tree is not there', async () => {
  const { done, workbench } = setUp();
  await showEdited({ rows: undefined, workbench }, 'new.ts', { isNewFile: true, isFocusFree: () => true });
  assert.deepEqual(done, ['open new.ts {} with the focus']);
});

test('uploads whose names are taken are named, the first one by its path', () => {
  assert.equal(conflictWords({ path: 'a.ts', count: 1 }), 'a.ts already exists.');
  assert.equal(conflictWords({ path: 'a.ts', count: 3 }), 'a.ts and 2 more already exist.');
});
