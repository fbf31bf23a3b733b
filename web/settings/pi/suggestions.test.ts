import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestionsFor } from './suggestions.ts';

const models = [
  { provider: 'one', id: 'small', isAvailable: true },
  { provider: 'one', id: 'large', isAvailable: true },
  { provider: 'two', id: 'small', isAvailable: true },
  { provider: 'three', id: 'locked', isAvailable: false },
];

test('the field of the default provider suggests each provider whose models can be used', () => {
  assert.deepEqual(suggestionsFor('defaultProvider', models, undefined), ['one', 'two']);
});

test('the field of the default model suggests the models of the default provider', () => {
  assert.deepEqual(suggestionsFor('defaultModel', models, 'one'), ['small', 'large']);
});

test('without a usable default provider, the field of the default model suggests all usable models once', () => {
  for (const provider of [undefined, 'three'])
    assert.deepEqual(suggestionsFor('defaultModel', models, provider), ['small', 'large']);
});

test('other settings suggest nothing', () => {
  assert.deepEqual(suggestionsFor('sessionDir', models, 'one'), []);
});
