import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import { completeByExtensions, mayComplete } from './extension-completions.ts';

const registered = { shortcuts: [], completes: ['paint'], hasProviders: false, hearsKeys: false };

test('extensions are asked for the arguments of their own commands only', () => {
  assert.equal(mayComplete('/paint ', registered), true);
  assert.equal(mayComplete('/paint red gr', registered), true);
  for (const text of ['/paint', '/other x', 'paint x', ' /paint x', '/paint x\ny', '#1'])
    assert.equal(mayComplete(text, registered), false, text);
});

test('if there is a completion provider, extensions are asked for any word at the caret', () => {
  const provided = { ...registered, hasProviders: true };
  assert.equal(mayComplete('see #1', provided), true);
  assert.equal(mayComplete('/paint ', provided), true);
  for (const text of ['', 'see ', 'see\n']) assert.equal(mayComplete(text, provided), false, text);
});

/** An agent whose extension completes the arguments of `/paint`. */
function setUp(answer: object) {
  const asked: unknown[] = [];
  const send = (command: object): Promise<unknown> => Promise.resolve((asked.push(command), answer));
  return { agent: { send, view: { registered } } as unknown as Agent, asked };
}

const FOUND = ['red', 'green'].map((label) => ({
  ...{ label, description: `${label} paint` },
  ...{ text: `/paint ${label} now`, caret: 7 + label.length },
}));

test('the completions of an extension are offered in its order, each with the whole text and its caret', async () => {
  const { agent, asked } = setUp({ success: true, data: FOUND });
  const { signal } = new AbortController();
  const choices = await completeByExtensions(agent, { text: '/paint  now', caret: 7 }, signal);
  assert.deepEqual(asked, [{ type: 'panel_complete', before: '/paint ', after: ' now' }]);
  assert.deepEqual(
    choices.map(({ label, detail, whole }) => [label, detail, whole]),
    FOUND.map(({ label, description, text, caret }) => [label, description, { text, caret }]),
  );
  assert.equal(new Set(choices.map(({ value }) => value)).size, 2);
});

test('an extension is not asked about a text that has changed meanwhile, or is too long; a failure offers nothing', async () => {
  const { agent, asked } = setUp({ success: false, error: 'no' });
  const changed = new AbortController();
  const choices = completeByExtensions(agent, { text: '/paint ', caret: 7 }, changed.signal);
  changed.abort();
  assert.deepEqual([await choices, asked], [[], []]);
  const { signal } = new AbortController();
  assert.deepEqual(
    await completeByExtensions(agent, { text: `/paint ${'x'.repeat(30_000)}`, caret: 7 }, signal),
    [],
  );
  assert.deepEqual(asked, []);
  assert.deepEqual(await completeByExtensions(agent, { text: '/paint ', caret: 7 }, signal), []);
  assert.equal(asked.length, 1);
});
