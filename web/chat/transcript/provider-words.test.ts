import assert from 'node:assert/strict';
import test from 'node:test';
import { providerWords } from './provider-words.ts';

test("a provider's error says its message, whatever it is wrapped in", () => {
  assert.equal(providerWords('529: {"type":"overloaded_error","message":"Overloaded"}'), '529: Overloaded');
  assert.equal(providerWords('401 {"error":{"message":"No such key"}}'), '401: No such key');
});

test('what is no such error stays as it is', () => {
  for (const text of ['terminated', '529 Overloaded', '500: {broken', '500: {"code":1}']) {
    assert.equal(providerWords(text), text);
  }
});
