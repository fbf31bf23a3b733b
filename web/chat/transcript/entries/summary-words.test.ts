import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summaryWords, withoutFileLists } from './summary-words.ts';

test('the row says whether the model still sees messages above the summary', () => {
  assert.match(summaryWords(null), /instead of everything above/);
  assert.match(summaryWords('e1'), /still sees the messages above/);
  assert.doesNotMatch(summaryWords(undefined), /above/);
});

test('only the last summary says what the model sees', () => {
  for (const keptFrom of [undefined, null, 'e1'])
    assert.equal(summaryWords(keptFrom, true), 'A later summary replaced this one');
});

test('the lists of files at the end of a summary are removed, but tags in its text stay', () => {
  const lists = '\n\n<read-files>\na.ts\nb.ts\n</read-files>\n\n<modified-files>\nc.ts\n</modified-files>';
  assert.equal(withoutFileLists(`Fix <read-files>${lists}`), 'Fix <read-files>');
});
