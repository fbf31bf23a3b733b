import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GitState } from '../../../shared/git.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { Agent } from './agent.svelte.ts';
import { gitOf } from './git.svelte.ts';

const STATE = { branch: 'main', files: {} } as unknown as GitState;

test('what git says replaces what it said before, and a lost connection leaves it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let answer: unknown = STATE;
  const json = (): Promise<unknown> =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  const agent = { api: { json }, path: 'api/agents/a' } as unknown as Agent;
  const git = gitOf(agent);
  const read = async (next: unknown): Promise<unknown[]> => {
    answer = next;
    t.mock.timers.tick(1000);
    await git.fetch();
    return [git.state, git.problem];
  };
  assert.deepEqual(await read(STATE), [STATE, null]);
  assert.deepEqual(await read({ problem: 'The index is damaged.' }), [null, 'The index is damaged.']);
  assert.deepEqual(await read(STATE), [STATE, null], 'the problem is over');
  assert.deepEqual(await read(new ApiError(0, 'unreachable', 'lost')), [STATE, null]);
  assert.deepEqual(await read(null), [null, null], 'the repository is gone');
  assert.equal(gitOf(agent), git, 'all regions share it');
  assert.notEqual(gitOf({ ...agent } as Agent), git);
});

test('an answer that was overtaken by a newer one is not shown', async () => {
  const held = Promise.withResolvers<GitState>();
  const agent = { api: { json: () => held.promise }, path: 'api/agents/a' } as unknown as Agent;
  const git = gitOf(agent);
  const reading = git.fetch();
  const pushed = { ...STATE, readAt: 2, ahead: 0 };
  git.show(pushed);
  held.resolve({ ...STATE, readAt: 1, ahead: 1 });
  await reading;
  assert.equal(git.state, pushed);
  const later = { ...STATE, readAt: 3 };
  git.show(later);
  assert.equal(git.state, later);
});
