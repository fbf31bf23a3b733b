import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '../agent/agent.ts';
import { Registry } from '../agent/registry.ts';
import { SessionAccess } from './session-access.ts';
import type { StoredSessions } from './stored-sessions.ts';

test('of two agents that change to the same session at once, one is refused, until the other one has ended', async () => {
  const registry = new Registry({} as never);
  const access = new SessionAccess({
    sessions: {
      fileOf: (id: string) => Promise.resolve(`/nonexistent/${id}.jsonl`),
      setEnded: () => Promise.resolve(),
    } as unknown as StoredSessions,
    agentOn: (file) => registry.withSession(file),
    reserve: (file, agent, act) => registry.reserve(file, agent, act),
    isRestarted: () => false,
  });
  const [first, second] = [{}, {}] as [Agent, Agent];
  const { promise, reject } = Promise.withResolvers<never>();
  const changing = access.use('a', first, () => promise);
  const refused = access.use('a', second, () => assert.fail('both have the file'));
  await assert.rejects(refused, { code: 'session_in_use' });
  assert.equal(registry.withSession('/nonexistent/a.jsonl'), first);
  reject(new Error('canceled'));
  await assert.rejects(changing, { message: 'canceled' });
  assert.equal(await access.use('a', second, (file) => Promise.resolve(file)), '/nonexistent/a.jsonl');
});
