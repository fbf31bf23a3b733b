import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, textAt } from './entry-values.ts';

test('a value is found at its path, and a missing level or another shape gives none', () => {
  const entry = { oauth: { scope: 'read write' }, auth: 'radius', url: 7, list: ['a'] };
  assert.equal(textAt(entry, ['oauth', 'scope']), 'read write');
  assert.equal(textAt(entry, ['auth', 'provider']), '');
  assert.equal(textAt(entry, ['url']), '');
  assert.equal(at(entry, ['list']), entry.list);
  for (const odd of [null, undefined, 'text', 3]) assert.equal(textAt(odd, ['oauth', 'scope']), '');
});
