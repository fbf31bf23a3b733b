import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckWatchState } from '../../../shared/pull-requests.ts';
import { ApiError, type RequestOptions } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { Watch } from './watch.svelte.ts';

const state = (revision: number, phase = 'waiting'): CheckWatchState =>
  ({ revision, phase }) as unknown as CheckWatchState;

/** A panel whose answers the test gives, in the order of the requests. */
function setUp() {
  const asked: string[] = [];
  const waiting: PromiseWithResolvers<unknown>[] = [];
  const json = (route: string, { body }: RequestOptions = {}): Promise<unknown> => {
    asked.push(body === undefined ? route : `${route} ${JSON.stringify(body)}`);
    const answer = Promise.withResolvers();
    waiting.push(answer);
    return answer.promise;
  };
  const watch = new Watch({ api: { json }, path: 'agent' } as unknown as Agent);
  const settle = async (act: (next: PromiseWithResolvers<unknown>) => void): Promise<void> => {
    act(waiting.shift()!);
    await new Promise(setImmediate);
  };
  return {
    ...{ watch, asked },
    answer: (value: unknown) => settle(({ resolve }) => resolve(value)),
    refuse: (error: Error) => settle(({ reject }) => reject(error)),
  };
}

test('each request waits for news after what the page has', async () => {
  const { watch, asked, answer } = setUp();
  const leave = watch.follow();
  await answer(state(4));
  assert.equal(watch.last?.revision, 4);
  await answer(state(5, 'fixing'));
  assert.equal(watch.last?.phase, 'fixing');
  assert.deepEqual(asked, ['agent/git/watch', 'agent/git/watch?revision=4', 'agent/git/watch?revision=5']);
  leave();
  await answer(state(6));
});

test('where nothing is watched yet, the page waits for the first one', async () => {
  const { watch, asked, answer } = setUp();
  const leave = watch.follow();
  await answer(null);
  assert.deepEqual([watch.last, watch.isRunning], [null, false]);
  assert.equal(asked.at(-1), 'agent/git/watch?revision=0');
  leave();
  await answer(null);
});

test('a page that has left takes no answer, and asks no more', async () => {
  const { watch, asked, answer } = setUp();
  const leave = watch.follow();
  leave();
  await answer(state(1));
  assert.deepEqual([watch.last, asked.length], [null, 1]);
});

test('the end of the agent ends the requests', async () => {
  const { watch, asked, refuse } = setUp();
  watch.follow();
  await refuse(new ApiError(404, 'unknown_agent', 'It has ended.'));
  assert.deepEqual([watch.last, asked.length], [null, 1]);
});

test('only a watch that still has something to do runs', () => {
  const { watch } = setUp();
  const running = ['waiting', 'fixing', 'confirming', 'pushing', 'passed', 'stopped', 'failed'].filter(
    (phase) => {
      watch.last = state(1, phase);
      return watch.isRunning;
    },
  );
  assert.deepEqual(running, ['waiting', 'fixing', 'confirming', 'pushing']);
});

test('a refused wish says why, and the next one that is accepted takes that back', async () => {
  const { watch, asked, answer, refuse } = setUp();
  const start = { start: { attempts: 3, dollars: null, pushes: false } };
  const refused = watch.act(start);
  await refuse(new ApiError(409, 'no_checks', 'There are no checks.'));
  assert.equal(await refused, false);
  assert.match(watch.failure!, /no checks/);
  assert.equal(watch.isRunning, false);
  const accepted = watch.act(start);
  await answer(state(1));
  assert.equal(await accepted, true);
  assert.deepEqual([watch.failure, watch.last?.revision], [null, 1]);
  assert.equal(asked[0], `agent/git/watch ${JSON.stringify(start)}`);
});
