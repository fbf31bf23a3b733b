import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantMessage, Usage } from '../../shared/pi/messages.ts';
import { usageWords } from './usage-words.ts';

const usage = (input: number, output: number, total = 0): Usage => ({
  input,
  output,
  cacheRead: 100,
  cacheWrite: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total },
});
const message = (model: string, used?: Usage): AssistantMessage => ({
  role: 'assistant',
  content: [],
  stopReason: 'stop',
  timestamp: 1,
  model,
  ...(used && { usage: used }),
});

test('an answer is described by its model, its tokens and its cost', () => {
  assert.equal(usageWords(message('a', usage(1000, 50, 0.01))), 'a · 1.1k in · 50 out · $0.01');
});

test('an answer without usage shows only its model, and a free answer shows no cost', () => {
  assert.equal(usageWords(message('a')), 'a');
  assert.equal(usageWords(message('a', usage(0, 1))), 'a · 100 in · 1 out');
});
