import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import type { ChangeList } from '../../../shared/changes.ts';
import type { Api } from '../../lib/requests/api.ts';
import { AgentChanges } from './changes.svelte.ts';

test('the first list is fetched at once, as after a reload; later ones once for all tools that end together', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const requests: string[] = [];
  const json = (route: string): Promise<Partial<ChangeList>> => {
    requests.push(route);
    return Promise.resolve({ turns: [] });
  };
  const changes = new AgentChanges({ json } as unknown as Api, 'api/agents/a');
  changes.fetchSoon();
  t.mock.timers.tick(1);
  assert.deepEqual(requests, ['api/agents/a/changes']);
  await setImmediate();
  for (let tool = 0; tool < 5; tool++) changes.fetchSoon();
  t.mock.timers.tick(1);
  assert.equal(requests.length, 1);
  t.mock.timers.tick(100);
  assert.equal(requests.length, 2);
});
