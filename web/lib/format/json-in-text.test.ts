import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutJson } from './json-in-text.ts';

test("a provider's error is reduced to its message, however it is wrapped", () => {
  assert.equal(withoutJson('529: {"type":"overloaded_error","message":"Overloaded"}'), '529: Overloaded');
  assert.equal(withoutJson('401 {"error":{"message":"No such key"}}'), '401: No such key');
});

test('any other error stays unchanged', () => {
  for (const text of ['terminated', '529 Overloaded', '500: {broken', '500: {"code":1}']) {
    assert.equal(withoutJson(text), text);
  }
});

test('the message is found after other words, and when `error` is a plain string', () => {
  const json = '{"type":"error","error":{"type":"invalid_request_error","message":"Too long"}}';
  assert.equal(withoutJson(`Compaction failed: 400 ${json}`), 'Compaction failed: 400 Too long');
  assert.equal(withoutJson('{"error":"No such tool"}'), 'No such tool');
});
