import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAgents } from './other-status.svelte.ts';

test('from the response of another panel, only valid agents and known fields are used', () => {
  const good = { folder: 'shop', session: 'Fix it', state: 'needs_you', since: 1 };
  assert.deepEqual(readAgents({ agents: [{ ...good, more: '<b>' }] }), [good]);
  const bad = [
    { ...good, state: 'toString' },
    { ...good, since: 'now' },
    { ...good, folder: null },
    null,
    'x',
  ];
  assert.deepEqual(readAgents({ agents: [...bad, good] }), [good]);
  for (const answer of [null, [], {}, { agents: {} }, 'x']) assert.deepEqual(readAgents(answer), []);
});

test('the number of agents and the length of their texts are limited', () => {
  const long = { folder: 'x'.repeat(10_000), session: '', state: 'idle', since: 1 };
  const agents = readAgents({ agents: Array.from({ length: 1000 }, () => long) });
  assert.equal(agents.length, 32);
  assert.equal(agents[0]?.folder.length, 200);
});
