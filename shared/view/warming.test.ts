import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warmingOf } from './warming.ts';

const usage = { input: 1, output: 9, cacheRead: 20, cacheWrite: 300, cost: { total: 0.002 } };
const entry = {
  ...{ type: 'usage', id: 'w', parentId: null, kind: 'cache_warm', provider: 'p', model: 'm' },
  ...{ timestamp: '2026-11-29T10:00:00.000Z', usage },
};
const timestamp = Date.parse(entry.timestamp);

test('an entry about a warmed cache has its cost, its tokens and its note', () => {
  assert.deepEqual(warmingOf({ ...entry, note: 'extension override' }), {
    ...{
      role: 'warming',
      model: 'p/m',
      cost: 0.002,
      promptTokens: 321,
      note: 'extension override',
      timestamp,
    },
  });
});

test('entries of another kind are none, and numbers that are missing count as zero', () => {
  for (const other of [
    { ...entry, kind: 'x' },
    { ...entry, type: 'custom' },
    { ...entry, usage: 'none' },
  ])
    assert.equal(warmingOf(other), null);
  assert.deepEqual(warmingOf({ ...entry, usage: { cost: null }, note: 7 }), {
    ...{ role: 'warming', model: 'p/m', cost: 0, promptTokens: 0, timestamp },
  });
});
