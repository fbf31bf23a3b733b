import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../actions/action.ts';
import { findEntries } from './entry.ts';
import { pageEntries } from './page-entries.ts';

const entries = pageEntries({
  pages: [
    { id: 'providers', label: 'Providers' },
    { id: 'models', label: 'Models' },
    { id: 'panel', label: 'Panel' },
  ],
  actions: [{ id: 'abort_retry', label: 'Stop retrying' } as Action],
  keyLabel: () => '',
});
const pages = (query: string): string[] => findEntries(entries, query).map(({ title }) => title);

test('a page is found by what people call its contents', () => {
  assert.ok(pages('ollama').includes('Models'));
  assert.ok(pages('API key').includes('Providers'));
  assert.ok(pages('dark mode').includes('Panel'));
});

test('an action without a key is not found as one', () => {
  assert.ok(!pages('key').includes('Stop retrying'));
});
