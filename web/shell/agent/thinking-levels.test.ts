import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from '../../../shared/pi/messages.ts';
import { thinkingLevelsOf } from './thinking-levels.ts';

const model = (reasoning: boolean): Model => ({
  id: 'm',
  name: 'M',
  provider: 'p',
  reasoning,
  input: ['text'],
  contextWindow: 1000,
});

test('a model that does not reason has thinking off and nothing else', () => {
  assert.deepEqual(thinkingLevelsOf({ model: model(false), thinkingLevels: ['off', 'high'] }), ['off']);
  assert.deepEqual(thinkingLevelsOf({ model: null, thinkingLevels: [] }), ['off']);
});

test('the levels are those that pi named', () => {
  assert.deepEqual(thinkingLevelsOf({ model: model(true), thinkingLevels: ['off', 'xhigh'] }), [
    'off',
    'xhigh',
  ]);
});

test('where pi cannot name them, the usual ones are offered', () => {
  assert.ok(thinkingLevelsOf({ model: model(true), thinkingLevels: [] }).includes('medium'));
});
