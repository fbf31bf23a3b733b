import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GitDone, PushPlan } from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { Overwrite } from './overwrite.svelte.ts';
import type { ShipFailure, ShipRequest } from './ship.svelte.ts';

const PLAN = {
  remote: 'origin',
  ref: 'refs/heads/topic/a',
  expected: 'abc',
  overwritten: [],
} as unknown as PushPlan;

/** A push whose fetch works or not, and whose plan the panel tells or refuses to tell. */
function pushOf({ canFetch = true, plan = PLAN }: { canFetch?: boolean; plan?: PushPlan | Error } = {}) {
  const done: unknown[] = [];
  const ship = {
    failure: null as ShipFailure | null,
    run: ({ act, body }: ShipRequest): Promise<GitDone | null> => {
      done.push([act, body]);
      if (act !== 'fetch' || canFetch) return Promise.resolve({} as GitDone);
      ship.failure = { words: 'no network' } as ShipFailure;
      return Promise.resolve(null);
    },
  };
  const json = (path: string): Promise<PushPlan> => {
    done.push(path);
    return plan instanceof Error ? Promise.reject(plan) : Promise.resolve(plan);
  };
  const agent = { path: 'api/agents/1', api: { json } } as unknown as Agent;
  return { overwrite: new Overwrite(agent, ship), done };
}

test('what would be replaced is read after a fetch, and exactly that is replaced', async () => {
  const { overwrite, done } = pushOf();
  assert.deepEqual([overwrite.target, overwrite.canPush], [null, false]);
  await overwrite.prepare();
  assert.deepEqual([overwrite.target, overwrite.canPush], ['origin/topic/a', true]);
  assert.equal(await overwrite.push(), true);
  assert.deepEqual(done, [['fetch', {}], 'api/agents/1/git/push', ['push', { expected: 'abc' }]]);
});

test('nothing is pushed while it is not known what that replaces', async () => {
  for (const how of [
    { canFetch: false },
    { plan: new Error('git failed') },
    { plan: { ...PLAN, expected: null } },
  ]) {
    const { overwrite, done } = pushOf(how);
    assert.equal(await overwrite.push(), false);
    await overwrite.prepare();
    assert.equal(overwrite.canPush, false);
    assert.equal(await overwrite.push(), false);
    assert.ok(!JSON.stringify(done).includes('"push",'));
  }
});

test('it is said why nothing can be pushed', async () => {
  const offline = pushOf({ canFetch: false });
  await offline.overwrite.prepare();
  assert.deepEqual([offline.overwrite.failure, offline.done.length], ['no network', 1]);
  const failed = pushOf({ plan: new Error('git failed') });
  await failed.overwrite.prepare();
  assert.equal(failed.overwrite.failure, 'git failed');
});
