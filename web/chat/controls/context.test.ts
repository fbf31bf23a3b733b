import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionStats } from '../../../shared/pi/commands.ts';
import { contextOf } from './context.ts';

const stats = (tokens: number | null): SessionStats =>
  ({ contextUsage: { tokens, contextWindow: 128_000, percent: null } }) as SessionStats;

test('the meter shows the tokens that pi counts', () => {
  const context = contextOf({ stats: stats(64_000), model: null, contextEstimate: null });
  assert.deepEqual([context.percent, context.isEstimate], [50, false]);
  assert.equal(context.words, '64k of 128k tokens, 50 %');
  assert.equal(`${context.short} ${context.shortRest}`, '64k / 128k');
});

test('after a compaction the meter shows pi’s estimate, or that the number is unknown', () => {
  const estimated = contextOf({ stats: stats(null), model: null, contextEstimate: 12_800 });
  assert.deepEqual([estimated.percent, estimated.isEstimate], [10, true]);
  assert.match(estimated.words, /^about 12\.8k of 128k tokens, 10 %, estimated/);
  const unknown = contextOf({ stats: stats(null), model: null, contextEstimate: null });
  assert.equal(unknown.percent, null);
  assert.match(unknown.words, /^usage of 128k tokens unknown/);
  assert.equal(`${estimated.short} ${estimated.shortRest}`, '~12.8k / 128k');
  assert.equal(`${unknown.short} ${unknown.shortRest}`, '? until the next answer');
});

test('without a model there is no size', () => {
  assert.equal(contextOf(null).words, 'no model');
});
