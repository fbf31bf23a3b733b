// The credentials of a pi with a ModelRuntime.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interaction } from './interaction.ts';
import type { Registry } from './models.ts';
import { runtimeCredentials, type Runtime } from './runtime-credentials.ts';

function setUp(error?: string) {
  const did: unknown[] = [];
  const statuses: Record<string, ReturnType<Runtime['getProviderAuthStatus']>> = {
    a: { configured: true, source: 'stored' },
    b: { configured: true, source: 'stored' },
    c: { configured: true, source: 'environment', label: 'C_KEY' },
    d: { configured: false, source: 'stored' },
  };
  const login = {};
  const runtime = {
    refresh: (options: object) => Promise.resolve(did.push(['refresh', options])),
    listCredentials: () =>
      Promise.resolve([
        { providerId: 'a', type: 'oauth' },
        { providerId: 'b', type: 'api_key' },
      ]),
    getProviders: () => [
      {
        id: 'a',
        name: 'A',
        auth: { oauth: { name: 'A plan', loginLabel: 'Sign in to A' }, apiKey: { login } },
      },
      { id: 'b', name: 'B', auth: { oauth: { name: 'B plan' }, apiKey: {} } },
      { id: 'c', name: 'C', auth: { apiKey: { login } } },
      { id: 'd', name: 'D' },
    ],
    getProviderAuthStatus: (id: string) => statuses[id]!,
    getError: () => error,
    login: (...asked: unknown[]) => Promise.resolve(did.push(['login', ...asked.slice(0, 2)])),
  } as unknown as Runtime;
  const registry = { getAll: () => [{ provider: 'b', id: 'm' }] } as unknown as Registry;
  return { credentials: runtimeCredentials(runtime, registry), did };
}

test('each provider says how it is signed in, and how it can be', async () => {
  const { providers, error } = await setUp().credentials.list();
  assert.equal(error, null);
  assert.deepEqual(
    providers.map(({ id, state, source, kinds, oauthName, models }) => [
      id,
      state,
      source,
      kinds,
      oauthName,
      models,
    ]),
    [
      ['a', 'signed_in', 'auth.json', ['oauth', 'api_key'], 'Sign in to A', 0],
      ['b', 'key_stored', 'auth.json', ['oauth'], 'B plan', 1],
      ['c', 'environment', 'C_KEY', ['api_key'], null, 0],
      ['d', 'none', 'auth.json', [], null, 0],
    ],
  );
});

test('what is wrong with the files of pi is told with the list', async () => {
  assert.equal((await setUp('models.json: bad').credentials.list()).error, 'models.json: bad');
});

test('a provider that was just written to models.json can be signed in to, and nothing is asked of the network', async () => {
  const { credentials, did } = setUp();
  await credentials.signIn('a', 'oauth', new Interaction('n', () => undefined));
  assert.deepEqual(did, [
    ['refresh', { allowNetwork: false }],
    ['login', 'a', 'oauth'],
  ]);
});
