// The credentials of a pi without a ModelRuntime.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SetupReport } from '../../../shared/setup-protocol.ts';
import { Interaction } from './interaction.ts';
import { oldCredentials, type OldRegistry } from './old-credentials.ts';

type Status = NonNullable<ReturnType<NonNullable<OldRegistry['getProviderAuthStatus']>>>;
interface Given {
  statuses?: Record<string, Status>;
  stored?: Record<string, 'oauth' | 'api_key'>;
  inEnvironment?: string[];
  errors?: Error[];
}

function setUp({ statuses, stored = {}, inEnvironment = [], errors = [] }: Given = {}) {
  const did: unknown[] = [];
  const sent: SetupReport[] = [];
  const model = (provider: string) => ({ provider, id: 'm' });
  const registry = {
    refresh: () => did.push('refresh'),
    getAll: () => [model('lab'), model('lab'), model('openai-codex')],
    getAvailable: () => [],
    getError: () => undefined,
    ...(statuses && { getProviderAuthStatus: (id: string) => statuses[id] }),
    authStorage: {
      reload: () => did.push('reload'),
      list: () => Object.keys(stored),
      get: (id: string) => (stored[id] ? { type: stored[id] } : undefined),
      set: (id: string, credential: object) => did.push(['set', id, credential]),
      hasAuth: (id: string) => inEnvironment.includes(id),
      logout: (id: string) => did.push(['logout', id]),
      getOAuthProviders: () => [{ id: 'openai-codex', name: 'ChatGPT' }],
      login: (id: string) => Promise.resolve(did.push(['login', id])),
      drainErrors: () => errors,
    },
  };
  const interaction = new Interaction('n', (report) => {
    sent.push(report);
    if (report.type === 'prompt') queueMicrotask(() => interaction.enter(report.id, ANSWERS.shift()!));
  });
  return { credentials: oldCredentials(registry as unknown as OldRegistry), did, sent, interaction };
}

const ANSWERS: string[] = [];

test('each provider says how it is signed in, and how it can be', async () => {
  const { credentials } = setUp({
    stored: { 'openai-codex': 'oauth', mine: 'api_key' },
    inEnvironment: ['lab'],
  });
  const { providers } = await credentials.list();
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
      ['lab', 'environment', null, ['api_key'], null, 2],
      ['openai-codex', 'signed_in', 'auth.json', ['oauth'], 'ChatGPT', 1],
      ['mine', 'key_stored', 'auth.json', ['api_key'], null, 0],
    ],
  );
});

test('a provider without credentials is not said to have any', async () => {
  const { credentials } = setUp();
  const { providers } = await credentials.list();
  assert.deepEqual(
    providers.map(({ state, source }) => [state, source]),
    [
      ['none', null],
      ['none', null],
    ],
  );
});

test('what pi says of a provider counts, also the name of a variable that it has found', async () => {
  const { credentials } = setUp({
    statuses: {
      lab: { configured: false, source: 'environment', label: 'LAB_KEY' },
      'openai-codex': { configured: true, source: 'models_json_command' },
    },
  });
  const { providers } = await credentials.list();
  assert.deepEqual(
    providers.map(({ state, source }) => [state, source]),
    [
      ['environment', 'LAB_KEY'],
      ['configured', 'a command in models.json'],
    ],
  );
});

test('a key is stored without the spaces around it, and an empty one is refused', async () => {
  const { credentials, did, interaction } = setUp();
  ANSWERS.push(' sk-1\n');
  await credentials.signIn('lab', 'api_key', interaction);
  assert.deepEqual(did, [['set', 'lab', { type: 'api_key', key: 'sk-1' }], 'refresh']);
  ANSWERS.push('  ');
  await assert.rejects(credentials.signIn('lab', 'api_key', interaction), { message: 'The key is empty.' });
  assert.equal(did.length, 2);
});

test('a sign-in or sign-out that pi could not store is an error', async () => {
  const errors = [new Error('auth.json cannot be written.')];
  const { credentials, interaction } = setUp({ errors });
  await assert.rejects(credentials.signIn('openai-codex', 'oauth', interaction), errors[0]);
  ANSWERS.push('sk-1');
  await assert.rejects(credentials.signIn('lab', 'api_key', interaction), errors[0]);
  await assert.rejects(async () => credentials.signOut('lab'), errors[0]);
});
