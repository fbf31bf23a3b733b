import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from '../../shared/pi/messages.ts';
import { emptyView } from '../../shared/view/view.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { Refused, type ActionContext } from './action.ts';
import { factsOf, MODEL_ACTIONS, nextFavourite, thinkingLevelsOf, type ModelRow } from './models.ts';

const model = (reasoning: boolean): Model => ({
  id: 'm',
  name: 'M',
  provider: 'p',
  reasoning,
  input: ['text'],
  contextWindow: 1000,
});

test('a model that does not reason can only have thinking off', () => {
  assert.deepEqual(thinkingLevelsOf({ model: model(false), thinkingLevels: ['off', 'high'] }), ['off']);
  assert.deepEqual(thinkingLevelsOf({ model: null, thinkingLevels: [] }), ['off']);
});

test('the levels are those that pi reports', () => {
  assert.deepEqual(thinkingLevelsOf({ model: model(true), thinkingLevels: ['off', 'xhigh'] }), [
    'off',
    'xhigh',
  ]);
});

test('when pi does not report the levels, the common ones are offered', () => {
  assert.ok(thinkingLevelsOf({ model: model(true), thinkingLevels: [] }).includes('medium'));
});

/** The effect of the action with this argument while these models are available. */
async function run(id: 'set_model' | 'set_thinking_level', argument: string): Promise<unknown[]> {
  const models = ['claude-opus', 'claude-sonnet'].map((name) => ({
    ...model(true),
    id: name,
    name: `The ${name}`,
  }));
  const view = {
    ...emptyView('/home/me/project'),
    model: models[0]!,
    thinkingLevels: ['off', 'high'] as const,
  };
  const did: unknown[] = [];
  const send = (command: { type: string }): object => {
    if (command.type !== 'get_available_models') did.push(command);
    return { success: true, data: { models } };
  };
  const workbench = {
    pickers: {
      toggle: (picker: string) => did.push(picker),
      search: (...asked: string[]) => did.push(asked),
    },
  };
  const agent = { view, send } as unknown as Agent;
  const outcome = await MODEL_ACTIONS[id].run({
    agent,
    view,
    workbench,
    argument,
  } as unknown as ActionContext);
  if (typeof outcome === 'function') outcome();
  return did;
}

test('/model with the name of a model chooses it, with part of one searches, and alone opens the list', async () => {
  const sonnet = { type: 'set_model', provider: 'p', modelId: 'claude-sonnet' };
  for (const name of ['claude-sonnet', 'p/claude-sonnet', 'The Claude-Sonnet'])
    assert.deepEqual(await run('set_model', name), [sonnet]);
  assert.deepEqual(await run('set_model', 'claude'), [['model', 'claude']]);
  assert.deepEqual(await run('set_model', ''), ['model']);
});

test('/thinking with a level of the model chooses it, and any other level is refused with those that it has', async () => {
  assert.deepEqual(await run('set_thinking_level', 'High'), [{ type: 'set_thinking_level', level: 'high' }]);
  assert.deepEqual(await run('set_thinking_level', ''), ['thinking']);
  await assert.rejects(
    run('set_thinking_level', 'hard'),
    (error) => error instanceof Refused && /off, high/.test(error.message),
  );
});

test('a model is described by its context, price, and what it can do', () => {
  const priced = { ...model(true), contextWindow: 200_000, input: ['text' as const, 'image' as const] };
  assert.equal(factsOf({ ...priced, cost: { input: 3, output: 15 } }), '200k · $3 / $15 · images · thinking');
  assert.equal(factsOf({ ...model(false), cost: { input: 0, output: 0 } }), '1k');
});

test('the next model is the next favourite, and none if only the current one is a favourite', () => {
  const row = (id: string, isFavourite: boolean, isCurrent = false): ModelRow =>
    ({ id, isFavourite, isCurrent }) as ModelRow;
  assert.equal(nextFavourite([row('a', true), row('b', true, true), row('c', false)])?.id, 'a');
  assert.equal(nextFavourite([row('a', true), row('c', false, true)])?.id, 'a');
  assert.equal(nextFavourite([row('a', true, true), row('c', false)]), undefined);
  assert.equal(nextFavourite([row('c', false)]), undefined);
  const three = ['a', 'b', 'c'].map((id) => row(id, true, id === 'a'));
  assert.deepEqual([nextFavourite(three)?.id, nextFavourite(three, -1)?.id], ['b', 'c'], 'forward, and back');
  assert.equal(nextFavourite([row('a', true), row('b', true), row('c', false, true)], -1)?.id, 'b');
});
