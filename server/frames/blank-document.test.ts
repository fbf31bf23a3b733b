import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedBlank, blankDocument } from './blank-document.ts';

test('an empty document is asked for by the query of any path, and has the colors that it names', () => {
  assert.equal(askedBlank('/a/b.ipynb?pi-panel-blank'), 'light');
  assert.equal(askedBlank('/a/b.ipynb?pi-panel-blank=dark'), 'dark');
  for (const target of ['/pi-panel-blank', '/a?x', '/a?pi-panel-blank=red', '/a'])
    assert.equal(askedBlank(target), null, target);
  assert.match(
    blankDocument('dark', { name: 'n', scriptAt: '/x.js' }),
    /content="dark".*<script nonce="n" src="\/x\.js"><\/script><body>$/s,
  );
});
