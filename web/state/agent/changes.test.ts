import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeList } from '../../../shared/changes.ts';
import { ApiError, type Api } from '../../lib/requests/api.ts';
import { AgentChanges } from './changes.svelte.ts';

test('what prevents the comparison with git stays until git answers, whatever happens to the list', async () => {
  let hasGit = false;
  const json = (route: string): Promise<Partial<ChangeList>> => {
    if (!route.endsWith('scope=head') || hasGit) return Promise.resolve({ turns: [] });
    return Promise.reject(new ApiError(409, 'no_git', 'There is no repository.'));
  };
  const changes = new AgentChanges({ json } as unknown as Api, 'api/agents/a');
  await changes.fetchHead();
  assert.deepEqual([changes.failure, changes.headFailure], [null, 'There is no repository.']);
  await changes.fetchNow();
  assert.equal(changes.headFailure, 'There is no repository.');
  hasGit = true;
  await changes.fetchHead();
  assert.equal(changes.headFailure, null);
});

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
