import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearchQuery, type SearchQuery } from './search-query.ts';

function found(query: SearchQuery, text: string): string[] {
  const { source, flags } = parseSearchQuery(query);
  return [...text.matchAll(new RegExp(source, flags))].map(([match]) => match);
}

test('a whole word is not found within another word, in any script', () => {
  const word = (query: string, text: string): string[] => found({ query, word: '1' }, text);
  assert.deepEqual(word('cat', 'cat concat category _cat cat2 (Cat)'), ['cat', 'Cat']);
  assert.deepEqual(word('stra', 'straße stra'), ['stra']);
  assert.deepEqual(word('.env', '.env a.env /.env'), ['.env', '.env']);
});

test('an expression can be limited to whole words, also one that is invalid with the flag u', () => {
  const word = (query: string, text: string): string[] => found({ query, regex: '1', word: '1' }, text);
  assert.deepEqual(word('a|b+', 'a ab bb xb'), ['a', 'bb']);
  assert.deepEqual(word('a\\-b', 'a-b a-bc'), ['a-b']);
});
