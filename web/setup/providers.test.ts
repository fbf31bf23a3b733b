import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Provider, ProviderState } from '../../shared/setup.ts';
import { sortProviders } from './providers.svelte.ts';

const provider = (id: string, state: ProviderState = 'none'): Provider => ({
  ...{ id, name: id, state, source: null, kinds: [], oauthName: null, models: 1 },
});

test('providers with credentials come first, then the well-known ones, then the others by name', () => {
  const all = [
    provider('zeta'),
    provider('openai'),
    provider('alpha'),
    provider('corp', 'key_stored'),
    provider('anthropic'),
  ];
  assert.deepEqual(
    sortProviders(all).map(({ id }) => id),
    ['corp', 'anthropic', 'openai', 'alpha', 'zeta'],
  );
});
