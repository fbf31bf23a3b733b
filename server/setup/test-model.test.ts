import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SetupModel } from '../../shared/setup.ts';
import { explain, modelsToTry } from './test-model.ts';

test('a provider’s answer becomes a sentence about the key, the name of the model, or the server', () => {
  assert.match(explain('401: {"error":{"message":"Incorrect API key provided"}}').title, /refused the key/);
  assert.match(explain('404: The model `x` was not found').title, /does not know this model name/);
  assert.match(explain('529 Overloaded').title, /internal problem/);
  assert.match(explain('something else').title, /did not answer/);
});

test('a provider is tested by its cheapest models, and by those of unknown price only if there are no others', () => {
  const model = (id: string, price: number, more: Partial<SetupModel> = {}): SetupModel => ({
    ...{
      provider: 'lab',
      id,
      name: id,
      contextWindow: 0,
      maxTokens: 0,
      hasImages: false,
      hasThinking: false,
    },
    ...{
      cost: { input: price, output: price, cacheRead: 0, cacheWrite: 0 },
      isAvailable: true,
      baseUrl: '',
      api: '',
      ...more,
    },
  });
  const models = [
    ...[model('auto', -1_000_000), model('free', 0), model('dear', 9), model('cheap', 1)],
    ...[model('other', 0.5, { provider: 'other' }), model('locked', 0.5, { isAvailable: false })],
  ];
  const tried = (provider: string): string[] => modelsToTry(models, provider).map(({ id }) => id);
  assert.deepEqual(tried('lab'), ['cheap', 'dear', 'auto']);
  assert.deepEqual(tried('other'), ['other']);
  assert.deepEqual(tried('none'), []);
});
