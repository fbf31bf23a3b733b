import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Check } from '../../../shared/pull-requests.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { readLog } from './check-log.ts';

test('the log of a check is read by its id, and a check without a log is not asked for one', async () => {
  const asked: string[] = [];
  const json = (path: string): Promise<object> => {
    asked.push(path);
    return Promise.resolve({ text: 'Error: 1', isCut: true });
  };
  const agent = { path: '/api/agents/a', api: { json } } as unknown as Agent;
  const read = (hasLog: boolean) => readLog(agent, { id: 'run/1&2', hasLog } as unknown as Check);
  assert.deepEqual(await read(false), { text: '', isCut: false });
  assert.deepEqual(asked, []);
  assert.deepEqual(await read(true), { text: 'Error: 1', isCut: true });
  assert.deepEqual(asked, ['/api/agents/a/git/checks/log?check=run%2F1%262']);
});
