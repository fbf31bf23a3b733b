import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pickers } from './pickers.svelte.ts';

test('one picker is open at a time, and its filter is only for that opening', () => {
  const pickers = new Pickers();
  pickers.search('model', 'claude');
  assert.deepEqual([pickers.isOpen('model'), pickers.query], [true, 'claude']);
  pickers.setOpen('thinking', true);
  assert.deepEqual([pickers.isOpen('model'), pickers.isOpen('thinking')], [false, true]);
  // The other picker reports that it has closed.
  pickers.setOpen('model', false);
  assert.deepEqual([pickers.isOpen('thinking'), pickers.query], [true, '']);
  pickers.toggle('thinking');
  assert.equal(pickers.isOpen('thinking'), false);
});

test('a picker that closes late does not take away the filter of the one that has opened since', () => {
  const pickers = new Pickers();
  pickers.setOpen('thinking', true);
  pickers.search('model', 'claude');
  pickers.setOpen('thinking', false);
  assert.deepEqual([pickers.isOpen('model'), pickers.query], [true, 'claude']);
  pickers.setOpen('model', false);
  assert.equal(pickers.query, '');
});
