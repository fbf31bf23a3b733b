import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import { flushSync } from 'svelte';
import { inComponent } from '../../lib/fixtures/in-component.svelte.ts';
import { reactive } from '../../lib/fixtures/reactive.svelte.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { FileTreeSwitch } from './file-tree-switch.svelte.ts';
import type { ReviewedFile } from './review.svelte.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

const files = (count: number, folders = 2): ReviewedFile[] =>
  Array.from({ length: count }, (_, n) => ({ path: `f${n % folders}/${n}.ts` }) as ReviewedFile);

/** Opens a review on a page of this width. */
function open(t: TestContext, shown: ReviewedFile[], width = 1000) {
  const state = reactive(shown);
  const { created } = inComponent(t, () => new FileTreeSwitch(() => ({ files: state.value })));
  created.width = width;
  const show = (next: ReviewedFile[]): boolean => {
    state.value = next;
    flushSync();
    return created.isOpen;
  };
  return { tree: created, show };
}

test('many files in several folders have a tree, which stays while they are undone one by one', (t) => {
  const { show } = open(t, []);
  assert.equal(show(files(7)), false);
  assert.equal(show(files(8, 1)), false, 'one folder');
  assert.equal(show(files(8)), true);
  assert.equal(show(files(2)), true);
  assert.equal(show(files(1)), false, 'one file needs no tree');
  show([]);
  assert.equal(show(files(2)), false, 'another review');
});

test('what the user chose beside the changes is chosen after a reload, too', (t) => {
  const { tree } = open(t, files(8));
  tree.toggle();
  assert.equal(tree.isOpen, false);
  const reloaded = open(t, files(8));
  assert.equal(reloaded.tree.isOpen, false);
  reloaded.tree.toggle();
  assert.equal(open(t, files(2)).tree.isOpen, true);
});

test('without room beside the changes the tree covers them only until a file is chosen', (t) => {
  const { tree } = open(t, files(8), 639);
  assert.deepEqual([tree.covers, tree.isOpen], [true, false]);
  tree.toggle();
  assert.equal(tree.isOpen, true);
  tree.uncover();
  assert.equal(tree.isOpen, false);
  assert.equal(open(t, files(2)).tree.isOpen, false, 'that was no choice for a wide page');
});
