import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWithComments } from './config-file.svelte.ts';

test('JSON with comments and trailing commas is read, and what looks like one in a string stays', () => {
  const text = '{ // one\n "url": "http://x/*y*/", /* two */ "list": [1, 2,], "comma": ",}",\n}';
  assert.deepEqual(parseWithComments(text), { url: 'http://x/*y*/', list: [1, 2], comma: ',}' });
});
