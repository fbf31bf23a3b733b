import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantMessage, Usage } from '../../shared/pi/messages.ts';
import { usageWords } from './usage-words.ts';

const words = (message: AssistantMessage): string => usageWords(message).replaceAll('\u00a0', ' ');

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
  assert.equal(words(message('a', usage(1000, 50, 0.01))), 'a · 1.1k in · 50 out · $0.01 estimated');
});

test('an amount that the provider has billed is called so', () => {
  const used = usage(1000, 50, 0.01);
  used.cost.totalFromProvider = true;
  assert.equal(words(message('a', used)), 'a · 1.1k in · 50 out · $0.01 billed');
});

test('a model that chose another one is followed by it, and one that answered itself is named once', () => {
  assert.equal(words({ ...message('auto'), responseModel: 'gpt-5' }), 'auto → gpt-5');
  assert.equal(words({ ...message('gpt-5'), responseModel: 'gpt-5' }), 'gpt-5');
});

test('an answer names its provider', () => {
  assert.equal(words({ ...message('a'), provider: 'lab' }), 'lab · a');
});

test('an answer without usage shows only its model, and a free answer shows no cost', () => {
  assert.equal(words(message('a')), 'a');
  assert.equal(words(message('a', usage(0, 1))), 'a · 100 in · 1 out');
});
