import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dotted } from './dotted.ts';

test('a line of facts can only wrap after its dots', () => {
  assert.equal(dotted(['a', '', 'b c', null, 'd']), 'a\u00a0· b c\u00a0· d');
  assert.equal(dotted([]), '');
});
