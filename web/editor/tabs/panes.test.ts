import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Panes } from './panes.svelte.ts';

function showing(shown: string[], focused = 0): Panes<string> {
  const panes = new Panes<string>();
  panes.shown = shown;
  panes.focused = focused;
  return panes;
}

test('a selected tab is shown where the user is, and one that is shown already only gets the focus', () => {
  const panes = new Panes<string>();
  assert.equal(panes.active, null);
  panes.select('a');
  panes.select('b');
  assert.deepEqual([panes.shown, panes.active], [['b'], 'b']);
  const two = showing(['a', 'b'], 1);
  two.select('c');
  assert.deepEqual([two.shown, two.active], [['a', 'c'], 'c']);
  two.select('a');
  assert.deepEqual([two.shown, two.active], [['a', 'c'], 'a']);
});

test('a tab in both panes is selected where the user is', () => {
  const panes = showing(['a', 'a'], 1);
  panes.select('a');
  assert.equal(panes.focused, 1);
});

test('a tab beside another one takes the pane in which the user is not', () => {
  const none = new Panes<string>();
  none.showBeside('a');
  assert.deepEqual([none.shown, none.active], [['a'], 'a']);
  none.showBeside('b');
  assert.deepEqual([none.shown, none.active], [['a', 'b'], 'b']);
  none.showBeside('c');
  assert.deepEqual([none.shown, none.active], [['c', 'b'], 'c']);
});

test('the pane in which the user is stays when there is to be only one', () => {
  const panes = showing(['a', 'b'], 1);
  panes.unsplit();
  assert.deepEqual([panes.shown, panes.active], [['b'], 'b']);
  const none = new Panes<string>();
  none.unsplit();
  assert.deepEqual(none.shown, []);
});

test('a closed tab leaves its pane to the next one only if no other is shown', () => {
  const two = showing(['a', 'b'], 1);
  two.hide('b', 'c');
  assert.deepEqual([two.shown, two.active], [['a'], 'a']);
  two.hide('a', 'c');
  assert.deepEqual([two.shown, two.active], [['c'], 'c']);
  two.hide('c', null);
  assert.deepEqual([two.shown, two.active], [[], null]);
});

test('a file that was moved stays where it is shown', () => {
  const panes = showing(['a', 'b', 'a']);
  panes.replace('a', 'c');
  assert.deepEqual(panes.shown, ['c', 'b', 'c']);
});
