import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UsageRow } from '../../shared/usage.ts';
import { inLastDays, sumsBy, sumsOfDays, tokensOf } from './usage-sums.ts';

const row = (change: Partial<UsageRow>): UsageRow => ({
  day: '2026-02-28',
  workspace: '/a',
  model: 'x',
  source: 'answer',
  costs: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  missed: 0,
  missedCost: 0,
  input: 1,
  output: 1,
  cacheRead: 2,
  cacheWrite: 3,
  cost: 0,
  billed: 0,
  answers: 1,
  ...change,
});

const ROWS = [
  row({ day: '2026-02-27', cost: 1 }),
  row({ model: 'y' }),
  row({ workspace: '/b', model: 'z', output: 50 }),
  row({ day: '2026-03-02', workspace: '/b', cost: 4 }),
];

test('days are sorted newest first, models and folders by cost and then by tokens', () => {
  const keys = (grouping: Parameters<typeof sumsBy>[1]) =>
    sumsBy(ROWS, grouping).map(({ key, cost, answers }) => `${key} ${cost} ${answers}`);
  assert.deepEqual(keys('day'), ['2026-03-02 4 1', '2026-02-28 0 2', '2026-02-27 1 1']);
  assert.deepEqual(keys('model'), ['x 5 2', 'z 0 1', 'y 0 1']);
  assert.deepEqual(keys('workspace'), ['/b 4 2', '/a 1 2']);
  assert.equal(tokensOf(sumsBy(ROWS, 'workspace')[1]!), 14);
});

test('the chart has every day of its span, even across the end of a month, and no others', () => {
  const span = { today: '2026-03-02', count: 4 };
  assert.deepEqual(
    sumsOfDays(ROWS, span).map(({ key, cost, answers }) => [key, cost, answers]),
    [
      ['2026-02-27', 1, 1],
      ['2026-02-28', 0, 2],
      ['2026-03-01', 0, 0],
      ['2026-03-02', 4, 1],
    ],
  );
  assert.equal(inLastDays(ROWS, { ...span, count: 3 }).length, 3);
});
