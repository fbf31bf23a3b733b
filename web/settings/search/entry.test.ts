import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEntries, MAX_RESULTS, type SearchEntry } from './entry.ts';

const entry = (title: string, detail = '', words = ''): SearchEntry => ({
  ...{ page: 'pi', title, detail, words, target: title },
});
const titles = (entries: readonly SearchEntry[], query: string): string[] =>
  findEntries(entries, query).map(({ title }) => title);

test('every word has to occur, in the title, the detail or the further words', () => {
  const entries = [entry('Retry › Max retries', 'Attempts', 'retry.maxRetries'), entry('Theme', 'Colors')];
  assert.deepEqual(titles(entries, 'max attempts'), ['Retry › Max retries']);
  assert.deepEqual(titles(entries, 'retry.max'), ['Retry › Max retries']);
  assert.deepEqual(titles(entries, 'theme attempts'), []);
});

test('the same title comes first, then titles that begin with it, then those that contain it, then the rest', () => {
  const entries = [entry('Code', 'the theme of code'), entry('pi theme'), entry('Themes'), entry('Theme')];
  assert.deepEqual(titles(entries, 'theme'), ['Theme', 'Themes', 'pi theme', 'Code']);
});

test('an empty query finds nothing, and the number of results is limited', () => {
  const entries = Array.from({ length: 200 }, (_, at) => entry(`Model ${at}`));
  assert.deepEqual(titles(entries, '  '), []);
  assert.equal(findEntries(entries, 'model').length, MAX_RESULTS);
});
