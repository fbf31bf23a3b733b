import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayComplete } from './extension-completions.ts';

const registered = { shortcuts: [], completes: ['paint'], hasProviders: false, hearsKeys: false };

test('extensions are asked for the arguments of their own commands only', () => {
  assert.equal(mayComplete('/paint ', registered), true);
  assert.equal(mayComplete('/paint red gr', registered), true);
  for (const text of ['/paint', '/other x', 'paint x', ' /paint x', '/paint x\ny', '#1'])
    assert.equal(mayComplete(text, registered), false, text);
});

test('if there is a completion provider, extensions are asked for any word at the caret', () => {
  const provided = { ...registered, hasProviders: true };
  assert.equal(mayComplete('see #1', provided), true);
  assert.equal(mayComplete('/paint ', provided), true);
  for (const text of ['', 'see ', 'see\n']) assert.equal(mayComplete(text, provided), false, text);
});
