import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UsageRow } from '../../shared/usage.ts';
import { costGroups } from './cost-rows.ts';

const row = (change: Partial<UsageRow>): UsageRow => ({
  day: '2026-02-28',
  workspace: '/a',
  model: 'p/m',
  source: 'answer',
  input: 10,
  output: 5,
  cacheRead: 20,
  cacheWrite: 0,
  cost: 1,
  billed: 0,
  costs: { input: 0.5, output: 0.25, cacheRead: 0.25, cacheWrite: 0 },
  missed: 0,
  missedCost: 0,
  answers: 1,
  ...change,
});
const inShort = (rows: UsageRow[]): string[] =>
  costGroups(rows).map(
    (group) => `${group.title}: ${group.rows.map(({ label, cost }) => `${label} ${cost}`).join(', ')}`,
  );

test('each group explains the whole amount: its purpose, its parts, its models, and who says so', () => {
  const rows = [
    ...[row({}), row({ source: 'compaction', model: '' }), row({ source: 'failed', billed: 1 })],
    row({ source: 'tool', model: '' }),
  ];
  assert.deepEqual(inShort(rows), [
    'For what: Answers 1, Failed attempts 1, Compaction summaries 1, Requests of tools 1',
    'Part of the request: Prompt, not cached 2, Prompt, read from the cache 1, Output 1',
    'Model: p/m 2, Not known 2',
    'Who says so: Billed by the provider 1, Estimated by pi from its list of prices 3',
  ]);
});

test('of several prompts the dearest are named with all that they cost, and the rest are one row', () => {
  const asked = (number: number, cost: number, text = `prompt ${number}`): UsageRow =>
    row({ prompt: { number, text }, cost });
  const dear = [asked(1, 1), asked(2, 3, ''), asked(1, 1, 'prompt 1'), row({ cost: 0.5 })];
  assert.equal(inShort(dear)[1], 'Prompt: A prompt without text 3, prompt 1 2, Before the first prompt 0.5');
  const many = Array.from({ length: 13 }, (_, n) => asked(n, 20 - n));
  assert.match(inShort(many)[1]!, /^Prompt: prompt 0 20, .*, prompt 9 11, 3 other prompts 27$/);
  assert.ok(!inShort([asked(1, 1), asked(1, 2)]).some((group) => group.startsWith('Prompt:')));
});

test('an amount that the provider did not split is said to have no parts', () => {
  const rows = [row({ cost: 3 })];
  assert.match(inShort(rows)[1]!, /Not told by part 2$/);
});

test('what the cache had lost is said with what it cost more', () => {
  const rows = [row({ missed: 60_000, missedCost: 0.2 })];
  assert.equal(inShort(rows).at(-1), 'Avoidable: Read again, because the cache had lost it 0.2');
});
