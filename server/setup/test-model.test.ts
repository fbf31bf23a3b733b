import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from './test-model.ts';

test('a provider’s answer becomes a sentence about the key, the name of the model, or the server', () => {
  assert.match(explain('401: {"error":{"message":"Incorrect API key provided"}}').title, /refused the key/);
  assert.match(explain('404: The model `x` was not found').title, /does not know this model name/);
  assert.match(explain('529 Overloaded').title, /internal problem/);
  assert.match(explain('something else').title, /did not answer/);
});
