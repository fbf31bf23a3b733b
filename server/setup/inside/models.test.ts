import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listModels, type Registry } from './models.ts';

const model = (id: string, more: object = {}) => ({ provider: 'lab', id, ...more });
const registry: Registry = {
  refresh: () => undefined,
  getAll: () => [
    model('chat', {
      ...{ baseUrl: 'https://me:secret@lab.example/v1', api: 'openai-completions' },
      cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, tiers: [] },
    }),
    model('other'),
  ],
  getAvailable: () => [model('chat')],
  getError: () => undefined,
};
const named = async (from: Registry) =>
  (await listModels(from)).models.map(({ id, isAvailable, use }) => [id, isAvailable, use ?? 'chat']);

test('models are listed with whether pi can use them, and without login data in their address', async () => {
  const { models, error } = await listModels(registry);
  assert.equal(error, null);
  assert.equal(models[0]?.baseUrl, 'https://lab.example/v1');
  assert.deepEqual(
    models.map(({ cost }) => cost),
    [
      { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
      { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    ],
  );
  assert.deepEqual(await named(registry), [
    ['chat', true, 'chat'],
    ['other', false, 'chat'],
  ]);
});

test('models that draw pictures or classify come after the others, as such', async () => {
  const more: Registry = {
    ...registry,
    getModelsOfType: (type) => [model(`${type}-1`), model(`${type}-2`)],
    getAvailableOfType: (type) => Promise.resolve([model(`${type}-2`)]),
  };
  assert.deepEqual((await named(more)).slice(2), [
    ['image-1', false, 'image'],
    ['image-2', true, 'image'],
    ['classifier-1', false, 'classifier'],
    ['classifier-2', true, 'classifier'],
  ]);
});
