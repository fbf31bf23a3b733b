import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import type { Agent } from './agent.svelte.ts';
import { Git } from './git.svelte.ts';

test('a burst of calls leads to two requests, so that the last one sees every change', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const requests: string[] = [];
  const json = (route: string): Promise<null> => {
    requests.push(route);
    return Promise.resolve(null);
  };
  const git = new Git({ path: 'api/agents/a', api: { json } } as unknown as Agent);
  for (let call = 0; call < 6; call++) void git.fetch();
  await setImmediate();
  void git.fetch();
  assert.deepEqual(requests, ['api/agents/a/git']);
  t.mock.timers.tick(300);
  await setImmediate();
  assert.equal(requests.length, 2);
  t.mock.timers.tick(300);
  await setImmediate();
  void git.fetch();
  assert.equal(requests.length, 3, 'a later call is sent at once');
});
