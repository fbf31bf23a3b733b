import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customProvider } from './custom-provider.ts';
import { modelFacts } from './model-facts.ts';

const entered = {
  id: 'lab',
  baseUrl: 'http://localhost:1/v1',
  api: 'openai-completions',
  variable: '',
  models: 'a, b',
};

test('a form becomes an entry of models.json, and a missing or wrong field is reported', () => {
  const { baseUrl, api } = entered;
  const value = { baseUrl, api, apiKey: 'none', models: [{ id: 'a' }, { id: 'b' }] };
  assert.deepEqual(customProvider(entered, {}), {
    id: 'lab',
    changes: [{ path: ['providers', 'lab'], value }],
  });
  for (const [field, wrong] of [
    ['id', 'a b'],
    ['baseUrl', 'localhost:1'],
    ['variable', '$KEY'],
    ['models', ' , '],
  ] as const)
    assert.ok('problem' in customProvider({ ...entered, [field]: wrong }, {}), field);
});

test('if the provider already exists, only the entered fields change', () => {
  const known = { baseUrl: 'http://localhost:9', api: entered.api, apiKey: '$LAB_KEY', headers: { x: 'y' } };
  const models = [{ id: 'a', contextWindow: 32_000 }];
  assert.deepEqual(customProvider(entered, { providers: { lab: { ...known, models } } }), {
    id: 'lab',
    changes: [
      { path: ['providers', 'lab', 'baseUrl'], value: entered.baseUrl },
      { path: ['providers', 'lab', 'models'], value: [...models, { id: 'b' }] },
    ],
  });
});

test('the facts of a model leave out unknown values', () => {
  const model = {
    ...{ provider: 'lab', id: 'a', name: 'A', maxTokens: 0, isAvailable: true, baseUrl: '' },
    ...{ contextWindow: 128_000, cost: { input: 3, output: 15 }, hasImages: true, hasThinking: false },
  };
  assert.equal(modelFacts(model), '128k context · $3 in, $15 out · images');
  assert.equal(
    modelFacts({ ...model, contextWindow: 0, cost: { input: 0, output: 0 }, hasImages: false }),
    '',
  );
});
