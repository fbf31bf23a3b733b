import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from '../../shared/pi/messages.ts';
import { emptyView } from '../../shared/view/view.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { Refused, type ActionContext } from './action.ts';
import { MODEL_ACTIONS } from './models.ts';
import { thinkingLevelsOf } from './thinking-levels.ts';
import { factsOf, nextFavorite, type ModelRow } from './steps/model-steps.ts';

const model = (reasoning: boolean): Model => ({
  id: 'm',
  name: 'M',
  provider: 'p',
  reasoning,
  input: ['text'],
  contextWindow: 1000,
});

test('a model without reasoning has only the thinking level "off"', () => {
  assert.deepEqual(thinkingLevelsOf({ model: model(false), thinkingLevels: ['off', 'high'] }), ['off']);
  assert.deepEqual(thinkingLevelsOf({ model: null, thinkingLevels: [] }), ['off']);
});

test('a reasoning model has the levels that pi reports', () => {
  assert.deepEqual(thinkingLevelsOf({ model: model(true), thinkingLevels: ['off', 'xhigh'] }), [
    'off',
    'xhigh',
  ]);
});

test('when pi does not report the levels, the common ones are offered', () => {
  assert.ok(thinkingLevelsOf({ model: model(true), thinkingLevels: [] }).includes('medium'));
});

/** Runs the action with this argument and returns the commands and picker calls that it made. */
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

test('/model with a full name chooses that model, with part of a name searches, and alone opens the list', async () => {
  const sonnet = { type: 'set_model', provider: 'p', modelId: 'claude-sonnet' };
  for (const name of ['claude-sonnet', 'p/claude-sonnet', 'The Claude-Sonnet'])
    assert.deepEqual(await run('set_model', name), [sonnet]);
  assert.deepEqual(await run('set_model', 'claude'), [['model', 'claude']]);
  assert.deepEqual(await run('set_model', ''), ['model']);
});

test('/thinking with a valid level chooses it; for any other level, the refusal lists the valid ones', async () => {
  assert.deepEqual(await run('set_thinking_level', 'High'), [{ type: 'set_thinking_level', level: 'high' }]);
  assert.deepEqual(await run('set_thinking_level', ''), ['thinking']);
  await assert.rejects(
    run('set_thinking_level', 'hard'),
    (error) => error instanceof Refused && /off, high/.test(error.message),
  );
});

test('the facts of a model are its context window, price and abilities', () => {
  const priced = { ...model(true), contextWindow: 200_000, input: ['text' as const, 'image' as const] };
  assert.equal(factsOf({ ...priced, cost: { input: 3, output: 15 } }), '200k · $3 / $15 · images · thinking');
  assert.equal(factsOf({ ...model(false), cost: { input: 0, output: 0 } }), '1k');
});

test('the next model is the next favorite, unless only the current model is a favorite', () => {
  const row = (id: string, isFavorite: boolean, isCurrent = false): ModelRow =>
    ({ id, isFavorite, isCurrent }) as ModelRow;
  assert.equal(nextFavorite([row('a', true), row('b', true, true), row('c', false)])?.id, 'a');
  assert.equal(nextFavorite([row('a', true), row('c', false, true)])?.id, 'a');
  assert.equal(nextFavorite([row('a', true, true), row('c', false)]), undefined);
  assert.equal(nextFavorite([row('c', false)]), undefined);
  const three = ['a', 'b', 'c'].map((id) => row(id, true, id === 'a'));
  assert.deepEqual([nextFavorite(three)?.id, nextFavorite(three, -1)?.id], ['b', 'c'], 'forward, and back');
  assert.equal(nextFavorite([row('a', true), row('b', true), row('c', false, true)], -1)?.id, 'b');
});
