import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAgents } from './other-status.svelte.ts';

test('of what another panel answers, only agents of the known form are taken, and only what is known of them', () => {
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

test('an answer without end fills neither the list nor a row', () => {
  const long = { folder: 'x'.repeat(10_000), session: '', state: 'idle', since: 1 };
  const agents = readAgents({ agents: Array.from({ length: 1000 }, () => long) });
  assert.equal(agents.length, 32);
  assert.equal(agents[0]?.folder.length, 200);
});
