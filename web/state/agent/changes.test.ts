import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeList } from '../../../shared/changes.ts';
import type { Api } from '../../lib/requests/api.ts';
import { AgentChanges } from './changes.svelte.ts';

test('the list is fetched at once, and once more for all tools that end shortly after that', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const requests: string[] = [];
  const json = (route: string): Promise<Partial<ChangeList>> => {
    requests.push(route);
    return Promise.resolve({ turns: [] });
  };
  const changes = new AgentChanges({ json } as unknown as Api, 'api/agents/a');
  changes.fetchSoon();
  assert.deepEqual(requests, ['api/agents/a/changes']);
  for (let tool = 0; tool < 5; tool++) changes.fetchSoon();
  assert.equal(requests.length, 1);
  t.mock.timers.tick(100);
  assert.equal(requests.length, 2);
  t.mock.timers.tick(100);
  assert.equal(requests.length, 2, 'nothing has changed since');
  changes.fetchSoon();
  assert.equal(requests.length, 3);
});
