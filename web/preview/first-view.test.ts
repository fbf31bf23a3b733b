import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opensInViewer, rememberView } from './first-view.ts';

test('code, Markdown and JSON open as text, and tables, notebooks and what is not text in their viewers', () => {
  for (const path of ['a.ts', 'Makefile', 'a.json', 'a.md', 'a.svg']) assert.ok(!opensInViewer(path), path);
  for (const path of ['a.csv', 'a.TSV', 'a.ipynb', 'a.pdf', 'a.PNG', 'a.mp3', 'a.webm', 'a.woff2'])
    assert.ok(opensInViewer(path), path);
});

test('the last choice counts for all tables or all notebooks, and for no other kind', () => {
  rememberView('a.csv', false);
  assert.deepEqual(['b.tsv', 'a.ipynb'].map(opensInViewer), [false, true]);
  rememberView('b.tsv', true);
  assert.ok(opensInViewer('a.csv'));
  rememberView('a.md', true);
  rememberView('a.pdf', false);
  assert.deepEqual(['b.md', 'b.pdf'].map(opensInViewer), [false, true]);
});
