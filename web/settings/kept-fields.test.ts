import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesOfUnkept } from '../lib/storage/unkept.ts';
import { keptFields } from './kept-fields.svelte.ts';

test('the text in a form of the settings is one that a reload would lose; a choice without a text is not', () => {
  const fields = keptFields('a form', { name: '', scope: 'user', open: null as string | null });
  assert.equal(keptFields('a form', { name: '', scope: 'user', open: null }), fields);
  Object.assign(fields, { scope: 'project', open: 'file' });
  assert.deepEqual(namesOfUnkept(), []);
  fields.name = 'my-server';
  assert.deepEqual(namesOfUnkept(), ['Settings']);
  fields.name = '';
  assert.deepEqual(namesOfUnkept(), []);
});
