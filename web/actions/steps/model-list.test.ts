import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from '../../../shared/pi/messages.ts';
import type { ActionContext } from '../action.ts';
import { modelList } from './model-list.ts';

const model = (id: string, cost?: Model['cost']): Model => ({
  ...{ id, name: id.toUpperCase(), provider: 'p', reasoning: false, input: ['text'], contextWindow: 1000 },
  ...(cost && { cost }),
});

function contextOf(models: Model[], settings: object | string | null): [ActionContext, string[]] {
  const opened: string[] = [];
  const text = typeof settings === 'string' ? settings : settings && JSON.stringify(settings);
  const problem = typeof settings === 'string' ? { line: 1, column: 1, message: 'Comma expected.' } : null;
  const agent = {
    path: 'agents/a',
    view: { model: null },
    send: () => ({ success: true, data: { models } }),
    api: {
      json: (route: string) => Promise.resolve(route === 'api/budget' ? { budget: {} } : { text, problem }),
    },
  };
  const workbench = { openSettings: (page: string) => void opened.push(page) };
  return [{ agent, workbench } as unknown as ActionContext, opened];
}

const tagsOf = async (context: ActionContext): Promise<unknown> => {
  const { items } = await modelList(context);
  return Array.isArray(items) ? items.map(({ id, tag }) => [id, tag]) : items;
};

test('the model with which new sessions start is marked', async () => {
  const settings = { defaultProvider: 'p', defaultModel: 'b' };
  const [context] = contextOf([model('a'), model('b')], settings);
  assert.deepEqual(await tagsOf(context), [
    ['p/a', undefined],
    ['p/b', 'Default'],
  ]);
});

test('no model is marked while the settings choose none, are missing or are broken', async () => {
  for (const settings of [{}, null, '{ "defaultModel": "a" "x"']) {
    const [context] = contextOf([model('a')], settings);
    assert.deepEqual(await tagsOf(context), [['p/a', undefined]]);
  }
});

test('the unit of the prices is given once, and only if there are prices', async () => {
  const [free] = contextOf([model('a'), model('b', { input: 0, output: 0 })], null);
  assert.equal((await modelList(free)).unit, undefined);
  const [priced] = contextOf([model('a'), model('b', { input: 3, output: 15 })], null);
  assert.equal((await modelList(priced)).unit, '$ per 1M tokens, in / out');
});

test('models without a key are not listed, so the list leads to the providers', async () => {
  const [context, opened] = contextOf([], null);
  const { items, more } = await modelList(context);
  assert.equal(items, 'pi has no credentials for any model.');
  more?.act();
  assert.deepEqual(opened, ['providers']);
});
