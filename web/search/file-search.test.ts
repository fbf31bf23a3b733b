import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundInFiles, LineMatch } from '../../shared/searches.ts';
import { fileSearch as search } from './file-search.svelte.ts';

const line: LineMatch = { line: 1, text: 'needle', column: 1, ranges: [[0, 6]] };

async function searchFor(query: string, ...lines: FoundInFiles[]): Promise<void> {
  search.query = query;
  const body = lines.map((one) => `${JSON.stringify(one)}\n`).join('');
  const api = { fetch: () => Promise.resolve(new Response(body)), json: () => Promise.reject(new Error()) };
  await search.start({ api: api as never, path: 'a' });
}

test('an answer without hits replaces the hits of the search before, even if it has no line at all', async () => {
  const files = [{ path: 'a.ts', lines: [line] }];
  for (const answer of [[], [{ files: [], searched: 0, total: 0 }]]) {
    await searchFor('needle', { files, searched: 1, total: 1 });
    assert.deepEqual([search.files.length, search.count, search.isCut], [1, 1, false]);
    await searchFor('hay', ...answer);
    assert.deepEqual([search.files.length, search.count], [0, 0]);
  }
});

test('the number of lines is a lower limit if a file has more of them than are listed', async () => {
  const [whole, cut] = [
    { path: 'a.ts', lines: [line] },
    { path: 'b.ts', lines: [line], isCut: true as const },
  ];
  await searchFor(
    'needle',
    { files: [cut], searched: 1, total: 2 },
    { files: [whole], searched: 2, total: 2 },
  );
  assert.deepEqual([search.count, search.isLowerLimit, search.isCut], [2, true, false]);
  await searchFor('needle', { files: [whole], searched: 2, total: 2, isCut: true });
  assert.deepEqual([search.isLowerLimit, search.isCut], [true, true]);
  await searchFor('needle', { files: [whole], searched: 2, total: 2 });
  assert.equal(search.isLowerLimit, false);
});

test('files that were not searched are said, until a search that has searched all of them', async () => {
  const skipped = { count: 2, why: '"a.log" has 12 MiB.' };
  await searchFor('needle', { files: [], searched: 3, total: 3, skipped });
  assert.deepEqual(search.skipped, skipped);
  await searchFor('needles', { files: [], searched: 3, total: 3 });
  assert.equal(search.skipped, null);
});
