import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hunk } from '../../../shared/hunks.ts';
import type { ReviewComment } from '../../../shared/pull-requests.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { OpenedPull } from './opened-pull.svelte.ts';

/** A host that answers each request when the test says so, in whatever order. */
function setUp() {
  const pull = new OpenedPull();
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  const json = (route: string): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(route, answer);
    return answer.promise;
  };
  const agentAt = (path: string) => ({ path, api: { json } }) as never;
  const agent = agentAt('a');
  const take = async (route: string): Promise<PromiseWithResolvers<unknown>> => {
    await new Promise(setImmediate);
    const answer = waiting.get(`a/git/pull-requests/${route}`);
    assert.ok(answer, `${route} was not asked for`);
    waiting.delete(`a/git/pull-requests/${route}`);
    return answer;
  };
  const answer = async (route: string, value: unknown): Promise<void> => (await take(route)).resolve(value);
  const refuse = async (route: string, error: Error): Promise<void> => (await take(route)).reject(error);
  return {
    pull,
    answer,
    refuse,
    waiting,
    show: (number?: number) => pull.show(agent, number),
    agent,
    agentAt,
  };
}

const detailsOf = (number: number, comments: Partial<ReviewComment>[] = []) => ({ number, comments });

test('answers about a pull request that was left never appear under the next one', async () => {
  const { pull, answer, refuse, show } = setUp();
  const first = show(1);
  await answer('1', detailsOf(1));
  const second = show(2);
  assert.deepEqual([pull.details, pull.changes], [null, null], 'nothing of the first one stays');
  await answer('1/changes', { files: ['of the first'] });
  await first;
  assert.equal(pull.changes, null);
  await answer('2', detailsOf(2));
  await answer('2/changes', { files: ['of the second'] });
  await second;
  assert.deepEqual([pull.details?.number, pull.changes], [2, { files: ['of the second'] }]);
  const third = show(3);
  const fourth = show(4);
  await refuse('3', new ApiError(502, 'host_failed', 'The host failed.'));
  await third;
  assert.equal(pull.failure, null, 'and neither does a failure');
  await answer('4', detailsOf(4));
  await answer('4/changes', { files: [] });
  await fourth;
});

test('the pull request of the same number in the repository of another agent is another one', async () => {
  const { pull, answer, show, waiting, agentAt } = setUp();
  const first = show(1);
  const second = pull.show(agentAt('b'), 1);
  await answer('1', detailsOf(1));
  await answer('1/changes', { files: ['of the first'] });
  await first;
  assert.deepEqual([pull.details, pull.changes], [null, null]);
  waiting.get('b/git/pull-requests/1')?.resolve(detailsOf(1));
  await new Promise(setImmediate);
  waiting.get('b/git/pull-requests/1/changes')?.resolve({ files: ['of the second'] });
  await second;
  assert.deepEqual(pull.changes, { files: ['of the second'] });
});

test('the review offers to fetch commits that are missing, until they are there', async () => {
  const { pull, answer, refuse, show, agent } = setUp();
  const shown = show(1);
  await answer('1', detailsOf(1));
  await refuse('1/changes', new ApiError(409, 'not_fetched', 'Fetch the commits.'));
  await shown;
  assert.deepEqual([pull.isMissing, pull.failure, pull.details?.number], [true, 'Fetch the commits.', 1]);
  const again = pull.read(agent);
  await answer('1', detailsOf(1));
  await answer('1/changes', { files: [] });
  await again;
  assert.deepEqual([pull.isMissing, pull.failure], [false, null]);
});

test('a pull request that is already shown is not asked for again, and none asks for nothing', async () => {
  const { pull, answer, show, waiting } = setUp();
  const shown = show(1);
  await answer('1', detailsOf(1));
  await answer('1/changes', { files: [] });
  await shown;
  await show(1);
  await show(undefined);
  assert.deepEqual([waiting.size, pull.details], [0, null]);
});

test('each thread stands beside the change nearest to its line, and one without such a change is listed apart', async () => {
  const { pull, answer, show } = setUp();
  const shown = show(1);
  await answer(
    '1',
    detailsOf(1, [
      { id: 'c1', thread: 't1', path: 'a.ts', line: 2, body: 'here' },
      { id: 'c2', thread: 't2', path: 'gone.ts', line: 2, body: 'lost' },
      { id: 'c3', thread: 't3', body: 'on the whole' },
    ]),
  );
  await answer('1/changes', { files: [] });
  await shown;
  const hunks = [
    { id: 'h1', beforeStart: 1, beforeEnd: 2, afterStart: 1, afterEnd: 2 },
    { id: 'h2', beforeStart: 90, beforeEnd: 91, afterStart: 90, afterEnd: 91 },
  ] as Hunk[];
  const [file, other] = [
    { path: 'a.ts', hunks },
    { path: 'b.ts', hunks },
  ];
  const idsOf = (threads: readonly { id: string }[]): string[] => threads.map(({ id }) => id);
  assert.deepEqual(idsOf(pull.threadsAt(file, 'h1')), ['t1']);
  assert.deepEqual(idsOf(pull.threadsAt(file, 'h2')), []);
  assert.deepEqual(idsOf(pull.threadsAt(other, 'h1')), []);
  assert.deepEqual(idsOf(pull.otherThreads([file, other])), ['t2', 't3']);
});
