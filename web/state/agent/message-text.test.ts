import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from './agent.svelte.ts';
import { messageText, type UserEntry } from './message-text.ts';

const agent = {
  path: 'api/agents/a',
  api: { fetch: (route: string) => Promise.resolve(new Response(`all of ${route}`)) },
} as unknown as Agent;

const entry = (more: Partial<UserEntry>, isCut = false): UserEntry => ({
  key: 'user/1',
  message: { role: 'user', content: 'as it was sent', timestamp: 1, ...(isCut && { panel_cut: 9 }) } as never,
  ...more,
});

test('a message is edited as the user typed it, or as it was sent, and never only its beginning', async () => {
  assert.equal(await messageText(agent, entry({ sentAs: { id: 'k', text: '/typed' } })), '/typed');
  assert.equal(await messageText(agent, entry({ sentAs: { id: 'k' } })), 'as it was sent');
  assert.equal(await messageText(agent, entry({}, true)), 'all of api/agents/a/entries/user%2F1/text');
});
