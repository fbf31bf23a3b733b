import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { enteredIds, ServerModels, toggleId, type ListedServer } from './server-models.svelte.ts';

const server: ListedServer = { baseUrl: ' http://a/v1 ', api: 'openai-completions', key: '', variable: '' };

/** A panel whose answers the test gives. */
function makeAgent() {
  const asked: { path: string; body: unknown; answer: (value: unknown) => void }[] = [];
  const json = (path: string, { body }: { body?: unknown } = {}): Promise<unknown> =>
    new Promise((answer) => asked.push({ path, body, answer }));
  return { asked, agent: { path: 'api/agents/x', api: { json } } as never };
}

test('the list is of the server in the form: one that was asked before does not answer for it', async () => {
  const { agent, asked } = makeAgent();
  const models = new ServerModels(agent);
  const first = models.ask(server);
  const second = models.ask({ ...server, baseUrl: 'http://b/v1', key: ' k ' });
  assert.deepEqual(
    asked.map(({ body }) => body),
    [
      { baseUrl: 'http://a/v1', api: 'openai-completions' },
      { baseUrl: 'http://b/v1', api: 'openai-completions', key: 'k' },
    ],
  );
  asked[1]!.answer({ models: ['of-b'] });
  asked[0]!.answer({ models: ['of-a'] });
  await Promise.all([first, second]);
  assert.deepEqual([models.ids, models.isAsking], [['of-b'], false]);
  models.follow({ ...server, baseUrl: 'http://b/v1 ', key: 'k' });
  assert.deepEqual(models.ids, ['of-b'], 'spaces are not another server');
  models.follow(server);
  assert.equal(models.ids, null);
});

test('a server that lists nothing, and one that refuses, are explained', async () => {
  const { agent, asked } = makeAgent();
  const models = new ServerModels(agent);
  const empty = models.ask(server);
  asked[0]!.answer({ models: [] });
  await empty;
  assert.equal(models.failure, 'The server lists no models.');
  const refused = models.ask(server);
  asked[1]!.answer({ title: 'The server refused the key.', details: '401' });
  await refused;
  assert.deepEqual([models.ids, models.failure], [null, 'The server refused the key. 401']);
});

test('choosing a listed model adds it to the field, and choosing it again removes it, whatever was typed', () => {
  const id = fc.stringMatching(/^[\w.:/-]{1,12}$/);
  fc.assert(
    fc.property(fc.uniqueArray(id), id, fc.constantFrom(',', ', ', ' ,, '), (ids, chosen, comma) => {
      const others = ids.filter((one) => one !== chosen);
      const added = toggleId(others.join(comma), chosen);
      assert.deepEqual(enteredIds(added), [...others, chosen]);
      assert.deepEqual(enteredIds(toggleId(added, chosen)), others);
    }),
  );
});
