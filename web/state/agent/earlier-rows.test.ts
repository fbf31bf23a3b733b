import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../../shared/view/conversation.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import { EarlierRows } from './earlier-rows.svelte.ts';

const entry = (n: number): Entry => ({
  key: `user-${n}`,
  message: { role: 'user', content: `${n}`, timestamp: n },
});

test('pages that are loaded one after another are in the order of the conversation', async () => {
  const queries: string[] = [];
  const pages: EntriesPage[] = [
    { entries: [entry(3), entry(4)], toolRuns: {}, hasOlder: true },
    { entries: [entry(1), entry(2)], toolRuns: {}, hasOlder: false },
  ];
  const rows = new EarlierRows((query) => {
    queries.push(query);
    return Promise.resolve(pages.shift()!);
  });
  await Promise.all([rows.load('user-5', 2), rows.load('user-5', 2)]);
  assert.deepEqual([rows.entries, rows.hasOlder], [[entry(3), entry(4)], true]);
  await rows.load(rows.entries![0]!.key, 2);
  assert.deepEqual([rows.entries, rows.hasOlder], [[1, 2, 3, 4].map(entry), false]);
  assert.deepEqual(queries, ['before=user-5&limit=2', 'before=user-3&limit=2']);
});

test('a page that cannot be loaded leaves what is there, and can be asked for again', async () => {
  let isLost = false;
  const rows = new EarlierRows(() =>
    isLost
      ? Promise.reject(new Error('lost'))
      : Promise.resolve({ entries: [entry(1)], toolRuns: {}, hasOlder: true }),
  );
  await rows.load('user-2');
  isLost = true;
  await assert.rejects(rows.load('user-1'), /lost/);
  assert.deepEqual([rows.entries, rows.isLoading], [[entry(1)], false]);
});
