import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWithComments } from './config-file.svelte.ts';

test('comments and trailing commas are removed before parsing, but not inside strings', () => {
  const text = '{ // one\n "url": "http://x/*y*/", /* two */ "list": [1, 2,], "comma": ",}",\n}';
  assert.deepEqual(parseWithComments(text), { url: 'http://x/*y*/', list: [1, 2], comma: ',}' });
});
