import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SetupModel } from '../../../shared/setup.ts';
import { customProvider } from './custom-provider.ts';
import { isCycled, modelFacts, technicalFacts } from './model-facts.ts';

const FREE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
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
    ...{ provider: 'lab', id: 'a', name: 'A', maxTokens: 0, isAvailable: true, baseUrl: '', api: '' },
    ...{ contextWindow: 128_000, cost: { ...FREE, input: 3, output: 15 }, hasImages: true },
    hasThinking: false,
  };
  assert.equal(modelFacts(model), '128k context · $3 in, $15 out · images');
  assert.equal(modelFacts({ ...model, contextWindow: 0, cost: FREE, hasImages: false }), '');
});

test('a model is listed with its id, protocol, limit, cache prices and address, and a virtual one as virtual', () => {
  const facts = {
    ...({ cost: FREE } as SetupModel),
    id: 'gpt',
    api: 'openai-completions',
    maxTokens: 8192,
    baseUrl: 'http://a/v1',
  };
  assert.deepEqual(technicalFacts(facts), [
    'gpt',
    'openai-completions',
    'answers up to 8.2k tokens',
    'http://a/v1',
  ]);
  assert.deepEqual(technicalFacts({ ...facts, api: 'pi-virtual', maxTokens: 0, baseUrl: 'pi-virtual:' }), [
    'gpt',
    'virtual: chooses a model for each request',
  ]);
  const cached = { ...FREE, input: 3, cacheRead: 0.3, cacheWrite: 3.75 };
  assert.equal(technicalFacts({ ...facts, cost: cached })[3], 'cache: $0.30 read, $3.75 written');
  const classifier = technicalFacts({ ...facts, maxTokens: 0, use: 'classifier' });
  assert.deepEqual(classifier.slice(0, 2), ['gpt', 'classifies for scripts of codemode']);
});

test('pi cycles through the models that its patterns name, with or without a provider or a thinking level', () => {
  const model = { provider: 'lab', id: 'gpt-5.1' };
  for (const pattern of ['gpt-5.1', 'lab/gpt-5.1', 'lab/*', '*GPT*', 'gpt-5.1:high', 'gpt-?.1'])
    assert.ok(isCycled(model, ['other', pattern]), pattern);
  for (const pattern of ['gpt', 'gpt-5', 'other/gpt-5.1', 'gpt-5x1'])
    assert.ok(!isCycled(model, [pattern]), pattern);
  assert.ok(!isCycled(model, []));
});
