import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from '../../shared/pi/messages.ts';
import { thinkingLevelsOf } from './models.ts';

const model = (reasoning: boolean): Model => ({
  id: 'm',
  name: 'M',
  provider: 'p',
  reasoning,
  input: ['text'],
  contextWindow: 1000,
});

test('a model that does not reason can only have thinking off', () => {
  assert.deepEqual(thinkingLevelsOf({ model: model(false), thinkingLevels: ['off', 'high'] }), ['off']);
  assert.deepEqual(thinkingLevelsOf({ model: null, thinkingLevels: [] }), ['off']);
});

test('the levels are those that pi reports', () => {
  assert.deepEqual(thinkingLevelsOf({ model: model(true), thinkingLevels: ['off', 'xhigh'] }), [
    'off',
    'xhigh',
  ]);
});

test('when pi does not report the levels, the common ones are offered', () => {
  assert.ok(thinkingLevelsOf({ model: model(true), thinkingLevels: [] }).includes('medium'));
});
